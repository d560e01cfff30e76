// Copied cells through LibreOffice and back: none is changed. Skipped where LibreOffice is not installed.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { decodeUtf8 } from '../../../../src/shared/bytes/utf8.ts';
import { htmlOf } from '../../../../src/ui/table/editing/copied-cells.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { readTable } from '../../../../src/engine/csv/read.ts';

/** Comma, double quotes, UTF-8, cells as they are shown. */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';

const HOSTILE = [
  '00123',
  '12345678901234567',
  '1-2',
  'MAR1',
  '1e5',
  '3/4',
  '0.10',
  'TRUE',
  '=1+1',
  '@x',
  '-y',
  '+49 30',
  '2024-01-05',
  '12:30',
  '1,50',
  '#N/A',
  '<b>&amp;</b>',
];

function isInstalled(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it.skipIf(!isInstalled())('[TAB-2] copied cells pass through LibreOffice unchanged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-office-'));
  try {
    const rows = HOSTILE.map((text) => [text, 'end']);
    const spelt = rows.map((row) => row.map((text) => JSON.stringify(text)));
    writeFileSync(join(folder, 'cells.html'), `<meta charset="utf-8">${htmlOf(rows, spelt)}`);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const how = ['--headless', '--infilter=HTML (StarCalc)', '--convert-to', FILTER, '--outdir', folder];
    execFileSync('soffice', [profile, ...how, join(folder, 'cells.html')], { stdio: 'ignore' });
    const bytes = new Uint8Array(readFileSync(join(folder, 'cells.csv')));
    const types = new Map([['column 1', 'text' as const]]);
    const { json } = finish(readTable(bytes, { separator: ',', header: false, types }));
    const back = JSON.parse(decodeUtf8(joinBytes(json))) as Record<string, string>[];
    expect(back.map((row) => row['column 1'])).toEqual(HOSTILE);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
