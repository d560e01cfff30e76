// Text mode on documents of one window: keys, clipboard, input methods, and the resulting bytes.

import { describe, expect, it } from 'vitest';
import { invisibleIn } from '../../../src/ui/model/invisible-characters.ts';
import { dropOpen, setMode, setStage, waitValid } from '../support/app.ts';
import { makeFolder } from '../support/files.ts';
import { openPane, TextPane } from '../support/pane.ts';

const stage = setStage();
const files = makeFolder();
const SMALL = '{\n  "a": 1,\n  "b": [true, null],\n  "c": "text"\n}\n';

const open = (content: string | Uint8Array, context = {}) =>
  openPane(stage, files.write('text.json', content), { context });

describe('editing', () => {
  it('[TXT-1] what is typed, broken, deleted and taken back is in the bytes', async () => {
    const pane = await open(SMALL);
    await pane.go(2, 9);
    await pane.type('23');
    const typed = SMALL.replace('1,', '123,');
    await expect.poll(() => pane.text()).toBe(typed);
    await pane.press('End', 'Enter');
    await pane.type('"x": 0,');
    const broken = typed.replace('123,\n', '123,\n  "x": 0,\n');
    await expect.poll(() => pane.text()).toBe(broken);
    await pane.press('Backspace', 'Backspace');
    await pane.type('7,');
    const mended = broken.replace('0,', '7,');
    await expect.poll(() => pane.text()).toBe(mended);
    await pane.press('Home', 'Delete');
    const cut = mended.replace('"x"', 'x"');
    await expect.poll(() => pane.text()).toBe(cut);
    // Undo visits the same texts backwards, and redo forwards.
    const seen: string[] = [];
    while (seen.at(-1) !== SMALL && seen.length < 20) {
      await pane.press('Control+Z');
      seen.push(await pane.text());
    }
    expect(seen.at(-1)).toBe(SMALL);
    expect(seen).toContain(typed);
    for (const text of [...seen.toReversed().slice(1), cut]) {
      await pane.press('Control+Y');
      await expect.poll(() => pane.text()).toBe(text);
    }
    await pane.shows(cut);
  });

  it('[TXT-1] Enter ends a line as the document does', async () => {
    const pane = await open('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n');
    await pane.go(2, 3);
    await pane.press('End', 'Enter');
    await pane.type('"c": 3,');
    await expect.poll(() => pane.text()).toBe('{\r\n  "a": 1,\r\n  "c": 3,\r\n  "b": 2\r\n}\r\n');
    // The indentation is deleted as one, then the line break.
    await pane.press('Shift+Home', 'Delete', 'Backspace', 'Backspace');
    await expect.poll(() => pane.text()).toBe('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n');
    // A document without line breaks does not inherit those of the previous one.
    await dropOpen(pane.page, 'Left', files.write('empty.json', ''));
    await pane.root.locator('.view-lines').click();
    await pane.type('1');
    await pane.press('Enter');
    await pane.type('2');
    await expect.poll(() => pane.text()).toBe('1\n2');
  });

  it('[TXT-1] brackets and quotes are closed, and lines indented', async () => {
    const pane = await open('');
    await pane.type('{');
    await pane.press('Enter');
    await pane.type('"a": ');
    // Monaco closes a bracket where the text before it is coloured: at most a frame after the key.
    await expect.poll(() => pane.root.locator('.view-line', { hasText: '"a"' }).locator('span > span').count()).toBe(2);
    await pane.type('[1');
    await expect.poll(() => pane.text()).toBe('{\n  "a": [1]\n}');
  });

  it('[TXT-1] undo and redo cross a format and a change of mode', async () => {
    const source = '{"a":[1,2]}';
    const pane = await open(source);
    await pane.press('End', 'ArrowLeft', 'ArrowLeft');
    await pane.type(',3');
    await pane.format('Format');
    const formatted = '{\n  "a": [\n    1,\n    2,\n    3\n  ]\n}';
    await pane.shows(formatted);
    await pane.root.locator('.view-line').first().click();
    await pane.press('Control+Z');
    await pane.shows('{"a":[1,2,3]}');
    await pane.press('Control+Y');
    await pane.shows(formatted);
    await expect.poll(() => pane.text()).toBe(formatted);
    await setMode(pane.page, 'Left', 'tree');
    await pane.root.getByRole('treegrid').waitFor();
    await pane.clickUndo();
    await pane.clickUndo();
    await setMode(pane.page, 'Left', 'text');
    await pane.shows(source);
    await pane.focus();
    await expect.poll(() => pane.text()).toBe(source);
    await pane.press('Control+Y', 'Control+Y');
    await pane.shows(formatted);
    await expect.poll(() => pane.text()).toBe(formatted);
  });

  it('[TXT-1] a key right behind an undo is not lost, and goes where the caret was before', async () => {
    const pane = await open('[1, 2]\n[3, 4]\n');
    await pane.go(1, 6);
    for (let round = 0; round < 5; round += 1) {
      await pane.press('Delete', 'Control+Home', 'Control+Z');
      await pane.type('7');
      await pane.press('Control+Z');
      await pane.type('89');
      await expect.poll(() => pane.text()).toBe('[1, 289]\n[3, 4]\n');
      await pane.press('Backspace', 'Backspace');
    }
  });

  it('[TXT-1] [BIG-1] what is typed while the document is formatted goes into the formatted one', async () => {
    const value = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] }));
    const pane = await open(JSON.stringify(value));
    // There is nothing to undo: the keys after it must not wait for a change.
    await pane.press('Control+Z', 'Shift+Alt+F');
    await pane.type('abc');
    const formatted = JSON.stringify(value, null, 2);
    await expect.poll(() => pane.text()).toBe(`abc${formatted}`);
    await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe(formatted);
  });

  it('[TXT-1] several cursors type, delete and undo together', async () => {
    const pane = await open('a1\nb2\nc3\nd4\n');
    await pane.go(1, 2);
    await pane.press('Shift+Alt+ArrowDown', 'Shift+Alt+ArrowDown');
    await pane.type('xy');
    await expect.poll(() => pane.text()).toBe('axy1\nbxy2\ncxy3\nd4\n');
    // What the cursors typed together is one step, and undo restores the cursors.
    await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe('a1\nb2\nc3\nd4\n');
    await pane.type('xy');
    await expect.poll(() => pane.text()).toBe('axy1\nbxy2\ncxy3\nd4\n');
    await pane.press('Backspace', 'Shift+End', 'Delete');
    await expect.poll(() => pane.text()).toBe('ax\nbx\ncx\nd4\n');
    for (let step = 0; step < 6 && (await pane.text()) !== 'a1\nb2\nc3\nd4\n'; step += 1) await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe('a1\nb2\nc3\nd4\n');
    await pane.root.locator('.view-line', { hasText: 'd4' }).click({ modifiers: ['Alt'], position: { x: 2, y: 8 } });
    await pane.type('Z');
    // Undo restored three cursors, and the click added one.
    await expect.poll(async () => (await pane.text()).match(/Z/g)?.length).toBe(4);
    await expect.poll(() => pane.text()).toContain('\nZd4\n');
  });

  it('[TXT-1] all is selected, typed over, deleted, and comes back', async () => {
    const pane = await open(SMALL);
    await pane.press('Control+A');
    await pane.type('12');
    await expect.poll(() => pane.text()).toBe('12');
    await pane.press('Control+A', 'Delete');
    await expect.poll(() => pane.text()).toBe('');
    await pane.root.getByText('Empty', { exact: true }).waitFor();
    await pane.press('Control+Z');
    await pane.shows('12');
    for (let step = 0; step < 4 && (await pane.text()) !== SMALL; step += 1) await pane.press('Control+Z');
    await expect.poll(() => pane.text()).toBe(SMALL);
    await pane.press('End');
    await pane.type(' ');
    await waitValid(pane.page, 'Left');
  });
});

describe('an error in the text', () => {
  it('[PAR-4] [TXT-1] is shown over the text, away from the caret, and no line moves', async () => {
    const lines = Array.from({ length: 60 }, (_, id) => `  "key ${id}": ${id}`);
    const pane = await open(`{\n${lines.join(',\n')}\n}\n`);
    const strip = pane.root.getByRole('status').filter({ has: pane.page.getByRole('button', { name: 'Go to' }) });
    const content = pane.root.locator('.monaco-editor').first();
    for (const line of [4, null]) {
      if (line === null) {
        await pane.press('Control+End', 'ArrowUp', 'End');
      } else await pane.go(line, 1);
      await pane.press('End');
      const caret = pane.root.locator('.cursors-layer .cursor').first();
      const before = await caret.boundingBox();
      await pane.type('x');
      await strip.waitFor();
      const [after, shown, around] = [
        await caret.boundingBox(),
        await strip.boundingBox(),
        await content.boundingBox(),
      ];
      expect(after?.y).toBe(before?.y);
      if (after === null || shown === null || around === null) throw new Error('something is not shown');
      // Inside the content, at its full width, and not over the caret.
      expect(shown.x).toBeGreaterThanOrEqual(around.x - 1);
      expect(shown.y).toBeGreaterThanOrEqual(around.y - 1);
      expect(shown.y + shown.height).toBeLessThanOrEqual(around.y + around.height + 1);
      expect(after.y + after.height <= shown.y + 1 || after.y >= shown.y + shown.height - 1).toBe(true);
      await pane.press('Backspace');
      await strip.waitFor({ state: 'detached' });
      await expect.poll(async () => (await caret.boundingBox())?.y).toBe(before?.y);
    }
  });
});

describe('the clipboard', () => {
  it('[TXT-1] copies, cuts and pastes', async () => {
    const pane = await open(SMALL);
    await pane.go(2, 1);
    await pane.press('Shift+ArrowDown', 'Control+C');
    await expect.poll(() => pane.clipboard()).toBe('  "a": 1,\n');
    await pane.press('Control+X', 'Control+V', 'Control+V');
    await expect.poll(() => pane.text()).toBe(SMALL.replace('  "a": 1,\n', '  "a": 1,\n  "a": 1,\n'));
    // Without a selection nothing is copied: the line may be the whole document.
    await pane.press('Control+C', 'Control+X', 'Control+V');
    await expect.poll(() => pane.text()).toBe(SMALL.replace('  "a": 1,\n', '  "a": 1,\n  "a": 1,\n  "a": 1,\n'));
  });

  it('[TXT-1] copies several selections, of which one is empty, and pastes each where it was', async () => {
    const source = '[1,\n22,\n\n4\n]';
    const pane = await open(source);
    await pane.go(1, 1);
    const below = 'Control+Shift+ArrowDown';
    const four = [below, below, below, 'Shift+End'];
    await pane.press(...four, 'Control+C', 'Control+V', 'Control+V');
    await expect.poll(() => pane.text()).toBe('[1,[1,\n22,22,\n\n44\n]');
    await pane.press('Control+Z', 'Control+Z', 'Escape');
    await pane.go(1, 1);
    await pane.press(...four, 'Control+X');
    await expect.poll(() => pane.text()).toBe('\n\n\n\n]');
    await pane.press('Control+V', '7');
    await expect.poll(() => pane.text()).toBe('[1,7\n22,7\n7\n47\n]');
  });

  it.each([
    ['\n', '\r\n'],
    ['\r\n', '\n'],
  ])('[TXT-1] a pasted text ends its lines as the document does: %j', async (own, foreign) => {
    const pane = await open(`[${own}1,${own}2]${own}`);
    await pane.go(2, 1);
    await pane.copy(`7,${foreign}8,${foreign}`);
    await pane.press('Control+V');
    await expect.poll(() => pane.text()).toBe(`[${own}7,${own}8,${own}1,${own}2]${own}`);
  });

  it.each([
    ['\n', '\r\n'],
    ['\r\n', '\n'],
  ])('[TXT-1] [BIG-1] 300 KB are pasted, and what is typed next is behind them: %j', async (own, foreign) => {
    const source = `[${own}1]${own}`;
    const pane = await open(source);
    const pasted = (end: string): string => Array.from({ length: 30_000 }, (_, id) => `"é${id}",${end}`).join('');
    await pane.go(2, 1);
    await pane.copy(pasted(foreign));
    await pane.press('Control+V');
    await pane.type('7');
    await expect.poll(() => pane.text()).toBe(`[${own}${pasted(own)}71]${own}`);
    await pane.at(30_002, 2);
    await pane.press('Control+Z', 'Control+Z');
    await expect.poll(() => pane.text()).toBe(source);
  });
});

describe('bytes that are not touched', () => {
  const bytes = (...parts: (string | number[])[]): Buffer =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

  it.each([
    ['a byte order mark', bytes([0xef, 0xbb, 0xbf], '{"a": 1}\n')],
    ['lone CRs', bytes('[1,\r2,\r3]\r')],
    ['mixed line ends', bytes('[1,\r\n2,\n3,\r4]\n\r\n')],
    ['invalid UTF-8', bytes('["', [0xff, 0xe2, 0x82], '", "', [0xc0, 0xaf, 0xed, 0xa0, 0x80], '"]')],
    ['lone surrogates', bytes('["\\ud800", "\\udc00x", "\\uD83D"]')],
    ['other line separators', bytes('["a\u2028b\u2029c\u0085d\u000b\u000c"]\n')],
    ['control characters', bytes('["', [0, 1, 27, 127], '"]\n')],
    ['numbers and escapes', bytes('{"n": 1.10e+005, "a": "\\u00e9\\/", "a": 9007199254740993}')],
  ])('[TXT-1] [DOC-2] stay: %s', async (_, content) => {
    const pane = await open(content);
    const mark = content[0] === 0xef ? 3 : 0;
    await pane.type('7');
    await pane.press('Control+End');
    await pane.type('8');
    const wanted = Buffer.concat([
      content.subarray(0, mark),
      Buffer.from('7'),
      content.subarray(mark),
      Buffer.from('8'),
    ]);
    await expect.poll(() => pane.bytes()).toEqual(wanted);
    await pane.press('Backspace', 'Control+Home', 'Delete');
    await expect.poll(() => pane.bytes()).toEqual(content);
    await pane.press('Control+A', 'Delete', 'Control+Z');
    await expect.poll(() => pane.bytes()).toEqual(content);
  });

  it.each([
    ['names of the prototype', '{"__proto__": {"x": 1}, "constructor": 2}', 1],
    ['right to left', '{"שלום": "عربى 123 שלום"}', 3],
    ['emoji', '["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽"]', 2],
    ['zero widths', '["a\u200bb\u200dc\ufeffd\u00ad"]', 3],
    ['combining marks', '["e\u0301 n\u0303 \u0915\u094d\u0937"]', 2],
  ])('[TXT-1] are typed between: %s', async (_, content, column) => {
    const pane = await open(content);
    await pane.repeat('ArrowRight', column);
    await pane.type('ü👍');
    await expect.poll(() => pane.text()).toBe(`${content.slice(0, column)}ü👍${content.slice(column)}`);
    await pane.at(1, column + 4);
    await pane.press('Backspace', 'Backspace');
    await expect.poll(() => pane.text()).toBe(content);
    await pane.press('Control+End');
    await pane.type(' ');
    await expect.poll(() => pane.text()).toBe(`${content} `);
    // Zero-width characters are followed by a mark. Monaco shows a byte order mark inside a text as a replacement character.
    const marked = invisibleIn(content).reduceRight(
      (text, { index, length, name }) => text.slice(0, index + length) + name + text.slice(index + length),
      content,
    );
    await pane.shows(`${marked} `.replace('\ufeff', '\ufffd'));
  });
});

describe('an input method', () => {
  it('[TXT-1] composes in the text, and the bytes are those of what was chosen', async () => {
    const pane = await open('{"a": "", "b": 1}');
    await pane.repeat('ArrowRight', 7);
    const session = await pane.page.context().newCDPSession(pane.page);
    for (const text of ['に', 'にh', 'にほ', 'にほん']) {
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      await pane.shows(`{"a": "${text}", "b": 1}`);
    }
    await session.send('Input.insertText', { text: '日本' });
    await expect.poll(() => pane.text()).toBe('{"a": "日本", "b": 1}');
    await pane.type('!');
    await expect.poll(() => pane.text()).toBe('{"a": "日本!", "b": 1}');
    await session.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
    await pane.shows('{"a": "日本!か", "b": 1}');
    await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await expect.poll(() => pane.text()).toBe('{"a": "日本!", "b": 1}');

    // A composition is one undo step, and so is a word. Deleted text is restored as a step of its own.
    await pane.press('ArrowLeft', 'ArrowRight');
    for (const text of ['k', 'か', 'かn', 'かん'])
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await session.send('Input.insertText', { text: '漢' });
    await pane.shows('{"a": "日本!漢", "b": 1}');
    await pane.press('Control+z');
    await expect.poll(() => pane.text()).toBe('{"a": "日本!", "b": 1}');
    await pane.press('ArrowLeft');
    await pane.type('xyz');
    await pane.press('Backspace', 'Backspace', 'ArrowRight', 'Delete');
    await expect.poll(() => pane.text()).toBe('{"a": "日本x!, "b": 1}');
    for (const text of ['"日本x!"', '"日本xyz!"', '"日本!"']) {
      await pane.press('Control+z');
      await expect.poll(() => pane.text()).toBe(`{"a": ${text}, "b": 1}`);
    }
  });
});

describe('an error', () => {
  it('[PAR-4] is underlined at its place while it is typed, and gone when it is mended', async () => {
    const pane = await open('{\n  "a": 1,\n  "b": 2\n}\n');
    const marker = pane.root.locator('.squiggly-error');
    await pane.go(3, 9);
    await pane.type(' x');
    const invalid = pane.root.getByRole('button', { name: /^Invalid: line 3, column 9$/ });
    await invalid.waitFor();
    await expect.poll(() => marker.count()).toBe(1);
    const row = pane.root.locator('.view-line', { hasText: '"b"' });
    // Monaco may redraw the row at any time: repeat the measurement until all parts exist.
    const placed = async (): Promise<{ isInRow: boolean; letter: number } | null> => {
      const [line, place, letters] = await Promise.all(
        [row, marker, row.locator('> span')].map((part) => part.boundingBox({ timeout: 1000 }).catch(() => null)),
      );
      if (!line || !place || !letters) return null;
      // Ten letters of equal width.
      const letter = Math.round((place.x - line.x) / (letters.width / 10));
      return { isInRow: Math.abs(place.y - line.y) < line.height, letter };
    };
    // The marker is below the value that lacks a comma, the ninth letter.
    await expect.poll(placed).toEqual({ isInRow: true, letter: 8 });
    await pane.press('Control+Home');
    await pane.at(1, 1);
    await invalid.click();
    await pane.at(3, 9);
    await pane.press('End', 'Backspace');
    await waitValid(pane.page, 'Left');
    await expect.poll(() => marker.count()).toBe(0);
    await expect.poll(() => pane.text()).toBe('{\n  "a": 1,\n  "b": 2 \n}\n');
  });
});

describe('the status line', () => {
  it('[TXT-3] says line, column, selected characters and the path', async () => {
    const pane = await open('{\n  "list": [10, {"key é": "👍 value"}]\n}\n');
    const path = (text: string) => pane.root.getByText(text, { exact: true });
    await pane.go(2, 13);
    await path('$.list[0]').waitFor();
    await pane.press('End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await path(`$.list[1]['key é']`).waitFor();
    await pane.repeat('Shift+ArrowLeft', 2);
    await pane.root.getByText(/\(2 selected\)$/).waitFor();
    // The caret moves over a surrogate pair in one step, which counts as two characters.
    await pane.repeat('Shift+ArrowLeft', 5);
    await pane.root.getByText(/\(8 selected\)$/).waitFor();
    await pane.press('Control+A');
    await pane.root.getByText(/\(42 selected\)$/).waitFor();
    await pane.press('Control+Home');
    await path('$').waitFor();
  });
});

describe('colours', () => {
  it.each(['light', 'dark'] as const)('[TXT-1] each kind of value has its own, %s', async (colorScheme) => {
    const pane = await open('{\n"key":\n"string",\n12.5,\ntrue,\nnull,\n// comment\n[\n{\n[\n[\n', { colorScheme });
    const colours = await pane.root.locator('.view-line').evaluateAll((lines) =>
      lines
        .toSorted(
          (a, b) => Number.parseFloat((a as HTMLElement).style.top) - Number.parseFloat((b as HTMLElement).style.top),
        )
        .map((line) => line.querySelector('span > span'))
        .map((span) => (span === null ? '' : getComputedStyle(span).color)),
    );
    const [first, key, string, number, boolean, nothing, comment, second, third, fourth, fifth] = colours;
    expect(new Set([key, string, number, boolean, nothing, comment]).size).toBe(6);
    // Brackets are coloured by depth, in a cycle of three colours.
    expect(new Set([first, second, third]).size).toBe(3);
    expect([fourth, fifth]).toEqual([first, second]);
    const back = await pane.root
      .locator('.monaco-editor-background')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(back).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 26)');
    expect(colours).not.toContain(back);
  });
});

describe('two texts', () => {
  it('[TXT-1] [PAN-1] keys and undo go to the one that has the focus', async () => {
    const left = await open('{"a": 1}');
    const { page } = left;
    await setMode(page, 'Right', 'text');
    await dropOpen(page, 'Right', files.write('right.json', '{"b": 2}'));
    const right = new TextPane(page, 'Right');
    await right.focus();
    await right.press('Control+End');
    await right.type('R');
    await left.focus();
    await left.press('Control+End');
    await left.type('L');
    await left.shows('{"a": 1}L');
    await left.press('Control+Z');
    await expect.poll(() => left.text()).toBe('{"a": 1}');
    await right.shows('{"b": 2}R');
    await left.press('Control+A', 'Delete');
    await expect.poll(() => left.text()).toBe('');
    await right.focus();
    await expect.poll(() => right.text()).toBe('{"b": 2}R');
    await right.press('Control+Z');
    await right.shows('{"b": 2}');
    await expect.poll(() => right.text()).toBe('{"b": 2}');
  });
});
