// Copies in other forms, from each mode, and pastes of what other languages write.

import { describe, expect, it } from 'vitest';
import { panel, setMode, setStage } from '../support/app.ts';
import { findingsInBoth } from '../support/axe.ts';
import { makeFolder } from '../support/files.ts';
import { TreePane } from '../support/tree-pane.ts';

const stage = setStage();
const files = makeFolder();
const SMALL =
  '{\n  "name": "Ada \\"A\\"",\n  "n": "5",\n  "big": 12345678901234567890,\n  "rows": [{"id": 1, "t": "x"}, {"id": 2, "t": "00123"}]\n}\n';
const open = (content: string) => TreePane.open(stage, files.write('forms.json', content));

describe('a copy', () => {
  it('[NEW-11] of one text is its contents, and pasted in the tree it is the same text', async () => {
    const pane = await open(SMALL);
    await pane.click('name');
    await pane.press('Control+C');
    await expect.poll(() => pane.clipboard()).toBe('Ada "A"');
    // A text that looks like a number stays a text where it came from, and in every page like this one.
    await pane.click('n');
    await pane.press('Control+C');
    await expect.poll(() => pane.clipboard()).toBe('5');
    await pane.press('Control+V');
    await expect.poll(() => pane.keys()).toContain('n (copy)');
    await expect.poll(async () => JSON.parse(await pane.text()) as unknown).toMatchObject({ n: '5', 'n (copy)': '5' });
  });

  it('[NEW-11] in another form is chosen in the menu of the tree', async () => {
    const pane = await open(SMALL);
    const copied: Record<string, string> = {
      'Compact JSON': '[{"id":1,"t":"x"},{"id":2,"t":"00123"}]',
      JavaScript: '[\n  {\n    id: 1,\n    t: "x"\n  },\n  {\n    id: 2,\n    t: "00123"\n  }\n]',
      YAML: '- id: 1\n  t: x\n- id: 2\n  t: "00123"\n',
      TOON: '[2]{id,t}:\n  1,x\n  2,"00123"',
      'path = value':
        'json = [];\njson[0] = {};\njson[0].id = 1;\njson[0].t = "x";\njson[1] = {};\njson[1].id = 2;\njson[1].t = "00123";\n',
      TSV: 'id\tt\n1\tx\n2\t00123\n',
      'Markdown table': '| id | t |\n| --- | --- |\n| 1 | x |\n| 2 | 00123 |\n',
    };
    for (const [form, text] of Object.entries(copied)) {
      const isTable = form === 'TSV' || form === 'Markdown table';
      await pane.choose('rows', 'Copy as', ...(isTable ? ['Table'] : []), form);
      await expect.poll(() => pane.clipboard(), { message: form }).toBe(text);
    }
    await expect
      .poll(() =>
        pane.page.getByText(/Copied as Markdown table, about \d+ tokens\. One text looks like a number/).count(),
      )
      .toBe(1);
    await pane.click('name');
    await pane.click('n', ['Shift']);
    await pane.choose('n', 'Copy as', 'Python');
    await expect.poll(() => pane.clipboard()).toBe('{\n  "name": "Ada \\"A\\"",\n  "n": "5"\n}');
  });

  it('[NEW-11] shows all forms with an estimate of their tokens, from text mode too', async () => {
    const pane = await open(SMALL);
    const { page } = pane;
    await pane.click('rows');
    await pane.choose('rows', 'Copy as', 'Copy as…');
    const dialog = page.getByRole('dialog', { name: 'Copy as' });
    await expect.poll(() => dialog.getByText(/≈ \d+ tokens?/).count()).toBe(13);
    await dialog.getByRole('radio', { name: /YAML/ }).check();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Preview' }).inputValue()).toContain('- id: 1');
    expect(await findingsInBoth(page)).toEqual([]);
    const box = await dialog.boundingBox();
    const view = page.viewportSize();
    expect(box === null || view === null ? false : box.x >= 0 && box.y >= 0 && box.x + box.width <= view.width).toBe(
      true,
    );
    expect(box === null || view === null ? false : box.y + box.height <= view.height).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => pane.clipboard()).toBe('- id: 1\n  t: x\n- id: 2\n  t: "00123"\n');
    await dialog.waitFor({ state: 'detached' });

    await setMode(page, 'Right', 'text');
    const text = panel(page, 'Right');
    await text.getByRole('textbox').first().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('F1');
    await page.keyboard.type('Copy as JavaScript');
    await page.keyboard.press('Enter');
    await expect.poll(() => pane.clipboard()).toMatch(/^\{\n {2}rows: \[/);
  });
});

describe('a paste', () => {
  it('[NEW-11] takes what other languages write for values, and says so; prose stays text', async () => {
    const pane = await open('{}\n');
    const put = async (text: string): Promise<void> => {
      await pane.page.evaluate((content) => navigator.clipboard.writeText(content), text);
      await pane.click('root');
      await pane.press('Control+V');
    };
    for (const [text, json, said] of [
      [
        "{'a': None, 'b': [True, 12345678901234567890]}",
        { a: null, b: [true, Number('12345678901234567890')] },
        'a literal',
      ],
      ['a: 1\nb:\n  - x\n  - "2"\n', { a: 1, b: ['x', '2'] }, 'YAML'],
      ['json.a = 1;\njson.b = [];\njson.b[0] = "x";', { a: 1, b: ['x'] }, 'lines of path = value'],
      ['| a | b |\n| --- | --- |\n| 1 | x\\|y |', [{ a: 1, b: 'x|y' }], 'a Markdown table'],
      [
        'a\tb\n1\tx\n2\ty',
        [
          { a: 1, b: 'x' },
          { a: 2, b: 'y' },
        ],
        'TSV',
      ],
      ['"{\\"a\\": 1}"', { a: 1 }, 'escaped JSON'],
      [
        'list[2]{id,n}:\n  1,a\n  2,b',
        {
          list: [
            { id: 1, n: 'a' },
            { id: 2, n: 'b' },
          ],
        },
        'TOON',
      ],
    ] as const) {
      await put(text);
      await expect.poll(() => pane.page.getByText(`Pasted as ${said}`).count(), { message: text }).toBeGreaterThan(0);
      await expect
        .poll(async () => Object.values(JSON.parse(await pane.text()) as object).at(-1) as unknown, { message: text })
        .toEqual(json);
    }
    await expect.poll(() => pane.text()).toContain('12345678901234567890');
    await put('Note: call Bob, and Ann');
    await expect
      .poll(async () => Object.values(JSON.parse(await pane.text()) as object).at(-1))
      .toBe('Note: call Bob, and Ann');
  });
});
