// The faulty lines of a CSV file as problems of the document that came from it: each at its row, wherever that is by now.

import { MAX_LISTED, type Problem, type ProblemGroup } from '../../../shared/protocol/problems.ts';
import type { CsvInfo, CsvWarning } from '../../../shared/protocol/csv.ts';
import type { ByteOffset } from '../../../shared/units.ts';
import { FollowedValue } from '../../client/followed-value.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { CSV } from '../../strings/documents/csv.ts';
import { csvOf } from './csv-state.ts';

interface FollowedFault {
  readonly warning: CsvWarning;
  /** Its row; `null` for the header, which is no value of the document. */
  readonly row: FollowedValue | null;
}

/** Lists the faulty lines of a file among the problems of the panel's document, which is as it was read from that file. */
export function listFaults(
  core: PanelCore,
  { warnings, warningCount }: Pick<CsvInfo, 'warnings' | 'warningCount'>,
): void {
  const { client } = core;
  if (warningCount === 0) return;
  const { revision } = client.state;
  const followed = warnings.slice(0, MAX_LISTED).map((warning): FollowedFault => {
    const { row } = warning;
    return { warning, row: row === null ? null : new FollowedValue(client, revision, [row]) };
  });
  const faults = async (): Promise<ProblemGroup | null> => {
    if (csvOf(core) === null || client.state.validity === 'invalid') return null;
    const all = await Promise.all(followed.map(placeOf(core)));
    const first = all.filter((one) => one !== null);
    // Rows that were removed, or written anew, have no fault any more.
    const count = warningCount - (followed.length - first.length);
    return count <= 0 ? null : { kind: 'csv', count, first };
  };
  core.document.csvFile = { kept: () => csvOf(core), faults };
}

const placeOf =
  ({ client }: PanelCore) =>
  async ({ warning, row }: FollowedFault): Promise<Problem | null> => {
    const message = CSV.problem(warning.line, CSV.fault(warning.kind));
    const at = row === null ? null : await row.find();
    if (row !== null && at === null) return null;
    const start = at?.start ?? (0 as ByteOffset);
    const { line, column } = await client.locate({ type: 'offset', offset: start });
    const end = (start + 1) as ByteOffset;
    return { kind: 'csv', start, end, line, column, path: at?.path ?? [], message };
  };
