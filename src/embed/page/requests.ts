// Validates the requests of a host. A message comes from an untrusted page: it has the shape of the protocol, or it is refused
// with a message that names the error. Each field is read once, and its name is never looked up in an object of ours.

import { CodedError } from '../../shared/errors.ts';
import { DIALECTS } from '../../shared/document/dialect.ts';
import { parsePath } from '../../shared/document/path-text.ts';
import type { Splice } from '../../shared/document/splice.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import type { PatchKind } from '../../shared/protocol/reported-changes.ts';
import { asByte } from '../../shared/units.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import { MODES, SIDES, type Side } from '../../ui/model/side.ts';
import { HOST_FAILED } from '../../ui/strings/embed/embed.ts';
import { THEME_COLOURS, THEME_SETTINGS } from '../../ui/theme/choice.ts';
import type { EditorOptions } from '../sdk/protocol.ts';
import { BARS } from './parameters.ts';

/** Maximum number of splices in a request: a patch or a new text is more compact. */
const MAX_SPLICES = 10_000;
/** Maximum lengths of names, paths and addresses, in characters. */
const MAX_NAME_LENGTH = 1000;
const MAX_PATH_LENGTH = 65_536;
const MAX_ADDRESS_LENGTH = 65_536;
/** Size that is copied within a few milliseconds. */
const PIECE_BYTES = 8 * 1024 * 1024;

export type HostRequest =
  | {
      readonly type: 'load';
      readonly panel: Side;
      readonly content: Blob | ArrayBuffer | null;
      readonly url: string | null;
      readonly name: string | null;
      readonly dialect: Dialect | undefined;
    }
  | { readonly type: 'read' | 'focus'; readonly panel: Side }
  | { readonly type: 'apply'; readonly panel: Side; readonly base: number | null; readonly change: HostChange }
  | { readonly type: 'select'; readonly panel: Side; readonly target: DocumentTarget }
  | { readonly type: 'options'; readonly options: EditorOptions }
  | { readonly type: 'markSaved'; readonly panel: Side; readonly revision: number | null };

/** A change that the host requests. */
export type HostChange =
  | { readonly kind: 'splices'; readonly read: () => Promise<Splice[]> }
  | { readonly kind: PatchKind; readonly content: Blob };

/** Returns the id of a message; `null` where it has none to reply to. */
export function readId(data: unknown): number | null {
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : null;
  return Number.isSafeInteger(id) && (id as number) >= 0 ? (id as number) : null;
}

/** Validates a message. @throws CodedError `refused` with the error in it; `syntax` for a path */
export function readRequest(data: unknown): HostRequest {
  const fields = fieldsOf(data);
  const type = fields.get('type');
  switch (type) {
    case 'load':
      return readLoad(fields);
    case 'read':
    case 'focus':
      return { type, panel: readPanel(fields) };
    case 'apply':
      return { type, panel: readPanel(fields), base: readCount(fields, 'base'), change: readChange(fields) };
    case 'select':
      return { type, panel: readPanel(fields), target: readTarget(fields) };
    case 'options':
      return { type, options: readOptions(data) };
    case 'markSaved':
      return { type, panel: readPanel(fields), revision: readCount(fields, 'revision') };
    default:
      throw wrong(HOST_FAILED.type(typeof type === 'string' ? type.slice(0, MAX_NAME_LENGTH) : typeof type));
  }
}

/** Validates the options of a host. @throws CodedError `refused` */
export function readOptions(data: unknown): EditorOptions {
  if (data === undefined || data === null) return {};
  const fields = fieldsOf(data);
  const known = new Map<string, unknown>();
  const keep = (name: keyof EditorOptions, value: unknown): void => {
    if (value !== undefined) known.set(name, value);
  };
  const mode = fields.get('mode');
  if (typeof mode === 'object' && mode !== null) {
    const modes = fieldsOf(mode);
    keep(
      'mode',
      Object.fromEntries(
        SIDES.flatMap((side) => {
          const one = choice(modes, side, MODES);
          return one === undefined ? [] : [[side, one]];
        }),
      ),
    );
  } else keep('mode', choice(fields, 'mode', MODES));
  keep('panels', choice(fields, 'panels', [1, 2]));
  keep('theme', choice(fields, 'theme', THEME_SETTINGS));
  keep('color', choice(fields, 'color', THEME_COLOURS));
  for (const name of ['readonly', 'compare', 'saveButton', 'exitButton', 'checkSecrets'] as const)
    keep(name, choice(fields, name, [true, false]));
  const tools = fields.get('tools');
  if (Array.isArray(tools))
    keep(
      'tools',
      BARS.filter((bar) => tools.includes(bar)),
    );
  else keep('tools', choice(fields, 'tools', ['all', 'none']));
  return Object.fromEntries(known);
}

function readLoad(fields: Fields): HostRequest {
  const [content, url, name] = [fields.get('content'), fields.get('url'), readText(fields, 'name', MAX_NAME_LENGTH)];
  if ((content === undefined) === (url === undefined)) throw wrong(HOST_FAILED.one('content, url'));
  const address = readText(fields, 'url', MAX_ADDRESS_LENGTH);
  if (address !== null && !/^https?:\/\//i.test(address)) throw wrong(HOST_FAILED.address);
  return {
    type: 'load',
    panel: readPanel(fields),
    // A transferred buffer may be large: it is copied in pieces.
    content: content === undefined ? null : content instanceof ArrayBuffer ? content : readContent(content, 'content'),
    url: address,
    name,
    dialect: choice(fields, 'dialect', DIALECTS),
  };
}

function readChange(fields: Fields): HostChange {
  const given = ['splices', 'patch', 'mergePatch'].filter((name) => fields.get(name) !== undefined);
  if (given.length !== 1) throw wrong(HOST_FAILED.one('splices, patch, mergePatch'));
  const splices = fields.get('splices');
  if (splices === undefined) {
    const kind = given[0] === 'patch' ? 'json-patch' : 'merge-patch';
    return { kind, content: readJson(fields.get(given[0] ?? ''), given[0] ?? '') };
  }
  if (!Array.isArray(splices)) throw wrong(HOST_FAILED.field('splices', HOST_FAILED.wanted.list));
  if (splices.length > MAX_SPLICES) throw wrong(HOST_FAILED.many(MAX_SPLICES));
  const checked = splices.map((splice: unknown) => {
    const own = fieldsOf(splice);
    const [start, end] = [readCount(own, 'start'), readCount(own, 'end')];
    if (start === null || end === null || end < start) throw wrong(HOST_FAILED.order);
    return { start: asByte(start), end: asByte(end), insert: readContent(own.get('insert'), 'insert') };
  });
  if (checked.some(({ start }, index) => start < (checked[index - 1]?.end ?? 0))) throw wrong(HOST_FAILED.order);
  const read = (): Promise<Splice[]> =>
    Promise.all(
      checked.map(async ({ start, end, insert }) => ({
        start,
        end,
        insert: new Uint8Array(await insert.arrayBuffer()),
      })),
    );
  return { kind: 'splices', read };
}

function readTarget(fields: Fields): DocumentTarget {
  const path = readText(fields, 'path', MAX_PATH_LENGTH);
  const offset = readCount(fields, 'offset');
  if ((path === null) === (offset === null)) throw wrong(HOST_FAILED.one('path, offset'));
  return path === null ? { type: 'offset', offset: offset ?? 0 } : { type: 'path', path: parsePath(path) };
}

type Fields = ReadonlyMap<string, unknown>;

/** Returns the own fields of a message as a map, so that a name from outside is never looked up in an object. */
function fieldsOf(data: unknown): Fields {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw wrong(HOST_FAILED.message);
  return new Map(Object.entries(data));
}

function readPanel(fields: Fields): Side {
  return choice(fields, 'panel', SIDES) ?? 'left';
}

function readText(fields: Fields, name: string, most: number): string | null {
  const value = fields.get(name);
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value.length > most)
    throw wrong(HOST_FAILED.field(name, HOST_FAILED.wanted.text(most)));
  return value;
}

function readCount(fields: Fields, name: string): number | null {
  const value = fields.get(name);
  if (value === undefined || value === null) return null;
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw wrong(HOST_FAILED.field(name, HOST_FAILED.wanted.count));
  return value as number;
}

function choice<T extends string | number | boolean>(fields: Fields, name: string, words: readonly T[]): T | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null) return undefined;
  const known = words.find((word) => word === value);
  if (known === undefined) throw wrong(HOST_FAILED.field(name, HOST_FAILED.wanted.one(words.join(', '))));
  return known;
}

/** Copies a buffer into a Blob in pieces, and yields to other tasks between them. */
export async function blobOf(buffer: ArrayBuffer): Promise<Blob> {
  const parts: Blob[] = [];
  for (let start = 0; start < buffer.byteLength; start += PIECE_BYTES) {
    parts.push(new Blob([new Uint8Array(buffer, start, Math.min(PIECE_BYTES, buffer.byteLength - start))]));
    if (start > 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts);
}

function readContent(value: unknown, name: string): Blob {
  if (value instanceof Blob) return value;
  if (typeof value === 'string') return new Blob([value]);
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return new Blob([value as ArrayBuffer]);
  throw wrong(HOST_FAILED.field(name, HOST_FAILED.wanted.content));
}

/** Returns JSON text as it is, and any other value as JSON. */
function readJson(value: unknown, name: string): Blob {
  if (typeof value === 'string' || value instanceof Blob || value instanceof ArrayBuffer)
    return readContent(value, name);
  try {
    return new Blob([JSON.stringify(value)]);
  } catch {
    throw wrong(HOST_FAILED.field(name, HOST_FAILED.wanted.json));
  }
}

function wrong(sentence: string): CodedError {
  return new CodedError('refused', sentence);
}
