// Steps of the suite `engine`: from bytes to a tape and to another layout, beside parsers and printers that make values.

import { parseTree } from 'jsonc-parser';
import { parse as parseLossless } from 'lossless-json';
import type { JsonDocument } from '../../src/engine/document/document.ts';
import { formatDocument } from '../../src/engine/layout/format.ts';
import { compileEngine, DocumentMemory, TEXT_BASE } from '../../src/engine/base/memory.ts';
import { packRows } from '../../src/engine/treeview/row-window.ts';
import { Scan } from '../../src/engine/document/scan.ts';
import { finish } from '../../src/engine/base/work.ts';
import { generate } from '../generate.ts';
import { bytesOf, decode, encode, holding, openDocument, PIECE, scanOf } from './open.ts';
import type { BenchJob, Peer, Step } from './step.ts';

/** Above this size the slow parsers would take most of the run, in bytes. */
const SLOW_PEERS_BYTES = 12e6;
const WINDOWS = 200;

/** Returns the steps on one document. */
export function* parsingSteps({ shape, style, size }: BenchJob): Generator<Step> {
  const bytes = generate(shape, style, size);
  const isLines = shape === 'logs';
  const dialect = isLines ? 'ndjson' : 'json';
  const open = (): ReturnType<typeof openDocument> => openDocument(bytes, dialect);
  const document = open();
  if (document.validity !== 'valid') throw new Error(`${shape} is not valid: ${document.error?.message ?? ''}`);
  const parse = (): unknown => {
    const text = decode(bytes);
    return isLines
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown)
      : JSON.parse(text);
  };
  const refusal = bytes.length > SLOW_PEERS_BYTES ? 'not run: it would take most of the time' : undefined;
  const parsing: Peer = { name: 'JSON.parse', start: 'bytes', run: parse };
  const lossless: Peer = {
    name: 'lossless-json',
    start: 'bytes',
    refusal,
    run: () =>
      isLines
        ? decode(bytes)
            .trimEnd()
            .split('\n')
            .map((line) => parseLossless(line))
        : parseLossless(decode(bytes)),
  };
  const trees: Peer = { name: 'jsonc-parser', start: 'bytes', refusal, run: () => parseTree(decode(bytes)) };
  yield {
    name: 'open',
    own: () => void open(),
    beside: [parsing, lossless, ...(isLines ? [] : [trees])],
    facts: () => ({ tapePerByte: document.tape.byteLength / bytes.length }),
  };
  // Like the peers' heap, the scan's memory remains from the round before; `open` allocates its own each time.
  const memory = new DocumentMemory(compileEngine(), bytes.length);
  let scan = Scan.whole(memory, dialect);
  yield {
    name: 'scan',
    own: () => {
      for (let limit = 0; limit < bytes.length;) {
        const piece = bytes.subarray(limit, limit + PIECE);
        memory.bytes.set(piece, TEXT_BASE + limit);
        limit += piece.length;
        memory.size = limit;
        if (limit === piece.length) scan = Scan.whole(memory, dialect);
        if (scan.run(limit, limit === bytes.length).type === 'failed') throw new Error('the scan failed');
      }
    },
    beside: [],
  };
  const rounds: readonly ['format' | 'smart' | 'compact', number | undefined][] = [
    ['format', 2],
    ['smart', 2],
    ['compact', undefined],
  ];
  for (const [layout, indent] of rounds) {
    const write = (target: JsonDocument): Uint8Array =>
      bytesOf(finish(formatDocument(target, { indent: '  ', maxLineLength: 80, style: layout })));
    yield {
      name: layout,
      own: () => write(document),
      fromBytes: () => write(open()),
      beside: [
        { name: 'JSON.parse, stringify', start: 'bytes', run: () => encode(JSON.stringify(parse(), null, indent)) },
        holding('stringify', parse, (value) => encode(JSON.stringify(value, null, indent))),
      ],
    };
  }
  const scanning = scanOf(document);
  yield { name: 'expand all', own: () => document.rows.expandAll(), beside: [scanning], limit: { scans: 1 } };
  document.rows.expandAll();
  let window = 0;
  yield {
    name: '60 rows of the tree',
    own: () => {
      const first = Math.floor((document.rows.count * ((window * 73) % WINDOWS)) / WINDOWS);
      window += 1;
      packRows(document.places, document.rows, first, 60);
    },
    beside: [],
    limit: { ms: 5 },
  };
}
