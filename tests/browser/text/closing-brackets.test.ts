// A closing bracket typed on a blank line is indented like the line with its opening bracket, and Enter between brackets opens
// a blank line: in tiny windows as in a plain Monaco that holds the whole text.

import { afterEach, describe, expect, it } from 'vitest';
import { Pair } from '../support/editor-pair.ts';
import { colourTo } from '../support/plain-editor.ts';
import { keys, spell } from '../support/text-view.tsx';

const ITEMS = 300;
const ITEM_LINES = Array.from({ length: ITEMS }, (_, id) => `      {"id": ${id}, "text": "}]"},`);
const TEXT = ['{', '  "a": {', '    "list": [', ...ITEM_LINES, '      {}', '    ]', '  }', '}'].join('\n');

let pair: Pair | null = null;
afterEach(() => {
  pair?.close();
  pair = null;
});

async function openAt(text: string, line: number): Promise<Pair> {
  pair = new Pair(text);
  await pair.openText();
  const lines = text.split('\n');
  const column = (lines[line] ?? '').length;
  const offset = lines.slice(0, line).join('\n').length + 1 + column;
  pair.session.navigation.goTo(offset);
  pair.plain.select([{ anchor: [line, column], active: [line, column] }]);
  await pair.compare(true);
  return pair;
}

/** Types in both editors after tokenizing the text: until then Monaco cannot tell brackets from strings, and ignores them. */
async function type(both: Pair, ...signs: readonly string[]): Promise<void> {
  for (const sign of signs) {
    both.plain.colour();
    colourTo(both.session.screen.model, both.session.screen.model.getLineCount());
    await keys(sign === '\n' ? '{Enter}' : spell(sign));
    both.plain.run('type', { text: sign });
    await both.compare(true);
  }
}

describe('[TXT-2] brackets', () => {
  it('that close what opens before the window go to its level, each as one step', async () => {
    const both = await openAt(TEXT, 200);
    await type(both, '\n', ']');
    expect(both.plain.text.split('\n')[201]).toBe('    ]');
    await type(both, '\n', '}', '\n', '}', '\n', '}');
    expect(both.plain.text.split('\n').slice(201, 205)).toEqual(['    ]', '  }', '}', '}']);
    expect(await both.undo()).toBe(true);
  });

  it('undo takes the bracket and its indentation back at once', async () => {
    const both = await openAt(TEXT, 200);
    await type(both, '\n');
    const before = both.plain.text;
    await type(both, ']');
    expect(await both.undo()).toBe(true);
    await both.settled();
    const text = await (await both.client.read()).text();
    expect([before, TEXT]).toContain(text);
  });

  it('go to their level when they close what opens in the window, or stay where text stands before them', async () => {
    const both = await openAt(TEXT, 150);
    await type(both, '\n', '{', '\n', '"', 'x', '"', '\n', ']', '}');
    await type(both, '\n', '1', '}');
  });

  it('make room when Enter comes between them', async () => {
    const both = await openAt(TEXT, 150);
    await type(both, '\n', '{', '\n', '[', '\n');
    expect(both.plain.text.split('\n').slice(151, 156)).toEqual([
      '      {',
      '        [',
      '          ',
      '        ]',
      '      }',
    ]);
  });
});
