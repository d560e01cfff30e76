// The command of a key press, found in a table of keys. One table serves key presses and the hints in menus.

import { hintOf, keyName, type KeyPress } from './key-press.ts';

/** The command of a key press. */
export interface KeyCommand<C extends string> {
  readonly command: C;
  /** Whether the selection is extended from its anchor to the new focus. */
  readonly extend: boolean;
  /** Whether the key is left to the browser, which then fires a clipboard event. */
  readonly native: boolean;
}

/** The commands of a view by their keys. */
export class KeyCommands<C extends string> {
  private readonly byKey: ReadonlyMap<string, C>;

  constructor(
    private readonly keys: Readonly<Record<C, readonly [string, ...string[]]>>,
    /** Commands that move the focus; with Shift they extend the selection. */
    private readonly moves: ReadonlySet<C>,
    /** Commands whose key is left to the browser. */
    private readonly native: ReadonlySet<C>,
  ) {
    const commands = Object.keys(keys) as C[];
    this.byKey = new Map(commands.flatMap((command) => keys[command].map((key) => [key, command] as const)));
  }

  /** Returns the command of a key press; `null` when the view has none. */
  of(press: KeyPress): KeyCommand<C> | null {
    const name = keyName(press);
    const command = this.byKey.get(name);
    if (command !== undefined) return { command, extend: false, native: this.native.has(command) };
    const moved = press.shiftKey ? this.byKey.get(name.replace('Shift+', '')) : undefined;
    return moved !== undefined && this.moves.has(moved) ? { command: moved, extend: true, native: false } : null;
  }

  /** Returns the key of a command as menus show it. */
  hint(command: C): string {
    return hintOf(this.keys[command]);
  }
}
