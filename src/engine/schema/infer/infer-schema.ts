// Infers a schema from a document in one walk over its tape, in slices, on an explicit stack. The size of the schema is
// bounded, whatever the document is. Parts that are left out are marked with `$comment` and have no constraints.

import { encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Parser } from '../../../shared/document/parser.ts';
import type { Work } from '../../base/work.ts';
import type { Places } from '../../tape/places.ts';
import type { Formats } from '../graph.ts';
import { ARRAY, NUMBER, OBJECT, STRING } from '../kinds.ts';
import { ValueReader } from '../value-reader.ts';
import { writeSchema } from './write-schema.ts';
import { MAX_VALUE_LENGTH, ValueShape, type FormatTest, type Property } from './value-shape.ts';

/** Values per slice. */
const SLICE_VALUES = 1 << 13;
/** Limits: described places, properties of one object, and nesting depth. */
const MAX_SHAPES = 5000;
const MAX_PROPERTIES = 500;
const MAX_DEPTH = 60;
/** Keys with more bytes are not described. */
const MAX_KEY_LENGTH = 500;

/** Formats that are recognized in strings. */
const FORMATS = ['date-time', 'date', 'time', 'email', 'ipv4', 'ipv6', 'uuid', 'uri'] as const;

/** A schema of draft 2020-12. */
export interface InferredSchema {
  readonly json: string;
  /** Whether it describes all of the document. */
  readonly isComplete: boolean;
}

/** A container that is being read. */
interface Level {
  readonly entry: number;
  readonly close: number;
  readonly shape: ValueShape;
  position: number;
}

/**
 * Infers a schema that a valid document satisfies, or with `ofItems` each item of its array, with the ranges of numbers on demand.
 * Cost: 37 to 52 scans; memory for at most `MAX_SHAPES` places.
 */
export function* inferSchema(
  places: Places,
  parser: Parser,
  formats: Formats,
  hasRanges: boolean,
  ofItems = false,
): Work<InferredSchema> {
  const inference = new Inference(places, parser, formats);
  yield* inference.run();
  const { root } = inference;
  const shape = ofItems ? (root.items ?? root) : root;
  return { json: writeSchema(shape, { tests: inference.tests, hasRanges }), isComplete: inference.isComplete };
}

class Inference {
  readonly tests: readonly FormatTest[];
  readonly root: ValueShape;
  isComplete = true;
  private readonly reader: ValueReader;
  private readonly levels: Level[] = [];
  private shapes = 1;

  constructor(
    private readonly places: Places,
    parser: Parser,
    formats: Formats,
  ) {
    this.reader = new ValueReader(places, parser);
    this.tests = FORMATS.flatMap((name, index) => {
      const test = formats.find(name, false);
      // The format accepts any word with a colon, as a URI of some scheme.
      const strict = name === 'uri' && test !== null ? (text: string) => text.includes('://') && test(text) : test;
      return strict === null ? [] : [{ name, bit: 1 << index, test: strict }];
    });
    this.root = new ValueShape(0, this.tests);
  }

  *run(): Work<void> {
    const { levels } = this;
    const { tape } = this.places;
    this.take(0, this.root);
    let entry = 1;
    let left = SLICE_VALUES;
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      left -= 1;
      if (left === 0) {
        left = SLICE_VALUES;
        yield { done: entry, total: tape.count };
      }
      if (entry >= level.close) {
        levels.pop();
        entry = level.close + 1;
        continue;
      }
      const shape =
        level.shape.counts[OBJECT] !== 0 && this.reader.kind(level.entry) === OBJECT
          ? this.memberShape(level, entry)
          : this.itemShape(level.shape);
      if (shape !== null && this.take(entry, shape)) entry += 1;
      else entry = tape.next(entry);
    }
  }

  /** Adds a value to a shape. Returns whether its children are to be read. */
  private take(entry: number, shape: ValueShape): boolean {
    const { reader, places } = this;
    const kind = reader.kind(entry);
    shape.counts[kind] = (shape.counts[kind] ?? 0) + 1;
    if (kind === NUMBER) {
      shape.addNumber(reader.nearest(entry), reader.isInteger(entry, false), () => reader.number(entry));
    } else if (kind === STRING) {
      if (shape.knowsStrings) return false;
      const { start, end } = places.range(entry);
      shape.addString(end - start > MAX_VALUE_LENGTH ? null : reader.text(entry));
    } else if (kind >= ARRAY) {
      if (shape.depth >= MAX_DEPTH) {
        if (places.tape.next(entry) > entry + 2) this.cut(shape);
        return false;
      }
      this.levels.push({ entry, close: places.tape.closing(entry), shape, position: -1 });
      return true;
    }
    return false;
  }

  private itemShape(around: ValueShape): ValueShape | null {
    around.items ??= this.make(around);
    return around.items;
  }

  private memberShape(level: Level, entry: number): ValueShape | null {
    const { shape } = level;
    level.position += 1;
    const property = this.expected(shape, level.position, entry) ?? this.find(shape, level.position, entry);
    if (property === null) return null;
    if (property.owner !== level.entry) {
      property.owner = level.entry;
      property.count += 1;
    }
    return property.shape;
  }

  /** The property at this position in the last object, if its key is spelt the same. */
  private expected({ order }: ValueShape, position: number, entry: number): Property | null {
    const { reader } = this;
    const property = order[position];
    const hasEscapes = reader.readKey(entry);
    if (property === undefined || hasEscapes || reader.isRelaxed) return null;
    const { spelling } = property;
    const { bytes, start } = reader;
    if (spelling.length !== reader.end - start) return null;
    for (let at = 0; at < spelling.length; at += 1) if (spelling[at] !== bytes[start + at]) return null;
    return property;
  }

  private find(shape: ValueShape, position: number, entry: number): Property | null {
    const { start, end } = this.reader;
    if (end - start > MAX_KEY_LENGTH) return this.cut(shape);
    const key = this.places.key(entry);
    shape.properties ??= new Map();
    let property = shape.properties.get(key) ?? null;
    if (property === null) {
      // A key that is not valid UTF-8 would be written as a different key.
      if (shape.properties.size >= MAX_PROPERTIES || key.includes('\uFFFD')) return this.cut(shape);
      const inner = this.make(shape);
      if (inner === null) return null;
      property = { key, spelling: encodeUtf8(key), shape: inner, count: 0, owner: -1 };
      shape.properties.set(key, property);
    }
    if (position < MAX_PROPERTIES) shape.order[position] = property;
    return property;
  }

  private make(around: ValueShape): ValueShape | null {
    if (this.shapes >= MAX_SHAPES) return this.cut(around);
    this.shapes += 1;
    return new ValueShape(around.depth + 1, this.tests);
  }

  private cut(shape: ValueShape): null {
    shape.isCut = true;
    this.isComplete = false;
    return null;
  }
}
