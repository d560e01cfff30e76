// AssemblyScript. Everything that the build compiles into one module; the memory is imported.
export { begin, count, errorCode, part, pos, rebase, scan, setStop, shift, state, stop, top } from './scan';
export { afterBreak, breaks, head, longest, measure, tail, units } from './lines';
export { beginFormat, entriesEnd, finished, format, readPos } from './format';
export { beginFind, find, findPos } from './find';
export { fetch, fetched } from './fetch';
export { arrange } from './arrange';
export { gather } from './gather';
export { member } from './member';
export { beginHash, hashEntries } from './hash';
export { columnItem, columnLeft, columnScale, readColumn } from './column';
export { sameBackward, sameForward, withoutSpace } from './same';
export { suspects, suspectsEnd } from './numbers';
export {
  beginRows,
  crCount,
  crlfCount,
  judgeRows,
  lfCount,
  linesInside,
  quotedCount,
  rowCount,
  rowsOdd,
  rowsPos,
  splitRows,
  survey,
  widest,
  writeRows,
} from './csv-rows';
export { doubledCount, itemCount, itemOdd, itemPos, knowItems, nestedCount, writeItems } from './csv-columns';
export { skipValues } from './leaks';
export { findBytes } from './literal';
