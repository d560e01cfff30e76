// The path in the status line, as a button with a menu: copies the path in three notations, copies the value, and goes to any
// of its ancestors.

import { memo } from 'react';
import { isSamePath, toJavaScript, toJq, toJsonPath, toPointer, type Path } from '../../../shared/document/path.ts';
import type { PanelActions } from '../../app-model/app-model.ts';
import type { Side } from '../../model/side.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import { submenu, type MenuEntry, type MenuGroup } from '../../widgets/menu/menu-model.ts';
import { PATH } from '../../strings/panel/go-to.ts';
import { fittingTail, textWidths, type LineWidth } from './line-width.ts';
import styles from './status.module.css';

/** Most ancestors in the menu, so that it fits on the screen; the field for paths reaches the others. */
const MAX_ANCESTORS = 12;
const MAX_LABEL_LENGTH = 40;

export interface PathMenuProps {
  readonly side: Side;
  readonly path: Path;
  readonly actions: Pick<PanelActions, 'going' | 'linking'>;
  /** The part of the status line that it is in; `null` before that is measured. */
  readonly width: LineWidth | null;
}

/** Padding of the button in pixels, and the mark for what is left out. */
const PADDING_PX = 8;
const MARK = '…';

/** The path, cut before a name if it is too long. Memoised: typing that leaves the path unchanged does not re-render it. */
export const PathMenu = memo(
  function PathMenu({ path, actions, width }: PathMenuProps) {
    const whole = toJsonPath(path);
    const shown = width === null ? whole : cutPath(path, width);
    return (
      <Menu
        title={<bdi className={styles.pathText}>{shown}</bdi>}
        {...(shown !== whole && { label: whole })}
        className={styles.path}
        tooltip={shown === whole ? PATH.hint : whole}
        groups={pathGroups(path, actions)}
      />
    );
  },
  (before, now) => before.actions === now.actions && before.width === now.width && isSamePath(before.path, now.path),
);

/** Returns the path with as many of its last names as fit into a line: "…[1].price". */
function cutPath(path: Path, { room, font }: LineWidth): string {
  const parts = partsOf(path);
  const [mark = 0, ...widths] = textWidths([MARK, ...parts], font);
  const count = fittingTail(widths, room - PADDING_PX, mark);
  return (count < parts.length ? MARK : '') + parts.slice(-count).join('');
}

/** Returns how wide the whole path is, in pixels. */
export function pathWidth(path: Path, { font }: LineWidth): number {
  return PADDING_PX + textWidths([toJsonPath(path)], font).reduce((sum, width) => sum + width, 0);
}

/** The names of a path as they are written in it, after the `$`. */
function partsOf(path: Path): string[] {
  return ['$', ...path.map((segment) => toJsonPath([segment]).slice(1))];
}

/** Returns the menu for a path. */
export function pathGroups(path: PathMenuProps['path'], actions: PathMenuProps['actions']): MenuGroup[] {
  const shown = toJsonPath(path);
  const copies = [
    [PATH.notations.jsonPath, shown],
    [PATH.notations.pointer, toPointer(path)],
    [PATH.notations.javaScript, toJavaScript(path)],
    [PATH.notations.jq, toJq(path)],
  ] as const;
  return [
    {
      entries: [
        ...copies.map(([name, text]) => ({
          label: PATH.copyAs(name),
          hint: cut(text, 24),
          disabled: text === '',
          onSelect: () => void actions.going.copyText(text),
        })),
        { label: PATH.copyValue, onSelect: () => void actions.going.copyValue(path) },
        ...(actions.linking.copyLink
          ? [{ label: PATH.copyLink, onSelect: () => actions.linking.copyLink?.(path) }]
          : []),
      ],
    },
    { entries: [{ label: PATH.goTo, hint: 'Ctrl+G', onSelect: () => actions.going.askGoTo(path) }] },
    ...(path.length === 0 ? [] : [{ entries: [submenu(PATH.around, [{ entries: around(path, actions) }])] }]),
  ];
}

/** Returns entries that go to the ancestors of a path, outermost first. */
export function around(path: Path, actions: PathMenuProps['actions']): MenuEntry[] {
  const lengths = Array.from(path, (_, length) => length);
  const nearest = lengths.length <= MAX_ANCESTORS ? lengths : [0, ...lengths.slice(1 - MAX_ANCESTORS)];
  return nearest.map((length) => {
    const outer = path.slice(0, length);
    return {
      id: String(length),
      label: cut(toJsonPath(outer), MAX_LABEL_LENGTH),
      onSelect: () => void actions.going.goTo({ type: 'path', path: outer }),
    };
  });
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(1 - length)}`;
}
