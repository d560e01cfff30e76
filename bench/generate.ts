// Generates seeded JSON of typical shapes: the same options give the same bytes, so that two runs measure the same work.

/**
 * The shapes of documents: `wide` is one object, `levels` has 100,000 levels, `logs` are records of several kinds one per line
 * (NDJSON), in `duplicates` keys are repeated within an object.
 */
export const SHAPES = [
  'records',
  'numbers',
  'strings',
  'escapes',
  'cjk',
  'deep',
  'levels',
  'wide',
  'geo',
  'logs',
  'duplicates',
] as const;
export type Shape = (typeof SHAPES)[number];
export type Style = 'pretty' | 'compact';

/** A small fast generator (sfc32), seeded per item so that items don't depend on each other. */
export class Random {
  private a: number;
  private b: number;
  private c = 0x2545f491;
  private d = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    this.b = Math.imul(seed, 0x9e3779b1) | 0;
    for (let i = 0; i < 12; i += 1) this.next();
  }

  next(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + t;
    return (t >>> 0) / 4294967296;
  }

  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(list.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.pick(WORDS)).join(' ');
  }
}

const WORDS =
  'amber basin cedar delta ember fjord grove harbor inlet juniper kelp lagoon module notch output packet'.split(' ');
const FOREIGN = [
  'été naïve cœur',
  'ветер снег река',
  'θάλασσα ουρανός',
  '日本語の文章です',
  '🚀 🎉 👩‍💻',
  '"quoted" \\ and\ttabs\n',
];
const ESCAPED = ['\\u0041\\u00e9', '\\n\\t', '\\\\', '\\"quoted\\"', '\\ud83d\\ude80', 'plain words'];
const IDEOGRAPHS = ['日本語の文章です', '汉字的长句子', '한국어 문장입니다', '東京都千代田区', '数据库与服务器'];
/** Levels of an item of the shape `levels`. */
const LEVELS = 100_000;
const CITIES = ['Århus', 'Bogotá', 'Cork', 'Gdańsk', 'Osaka', 'Quito', 'Tromsø'];

/** Spells an item whose text is not that of a value: with escapes, or with repeated keys. */
function spellItem(shape: Shape, id: number): string | null {
  const random = new Random(id * 7919 + shape.length);
  if (shape === 'escapes') {
    const text = Array.from({ length: 40 }, () => random.pick(ESCAPED)).join(' ');
    return `{"id":${id},"text":"${text}"}`;
  }
  if (shape === 'duplicates')
    return `{"id":${id},"name":"${random.words(2)}","tag":"${random.pick(WORDS)}","name":"${random.words(1)}","id":${id + 1}}`;
  if (shape === 'levels') return `${'['.repeat(LEVELS)}${id}${']'.repeat(LEVELS)}`;
  return null;
}

/** Returns an item of the root array, or the value of a member of the root object for the shape `wide`. */
function makeItem(shape: Shape, id: number): unknown {
  const random = new Random(id * 7919 + shape.length);
  switch (shape) {
    case 'records':
      return {
        id,
        guid: Array.from({ length: 4 }, () => random.int(0x10000).toString(16).padStart(4, '0')).join('-'),
        active: random.next() < 0.5,
        name: random.words(2),
        email: `${random.pick(WORDS)}${id}@example.org`,
        age: random.next() < 0.1 ? null : 18 + random.int(60),
        balance: Math.round(random.next() * 1e7) / 100,
        address: {
          street: `${random.int(300)} ${random.words(1)} Lane`,
          city: random.pick(CITIES),
          position: {
            lat: Math.round(random.next() * 180e6) / 1e6 - 90,
            lng: Math.round(random.next() * 360e6) / 1e6 - 180,
          },
        },
        tags: Array.from({ length: random.int(6) }, () => random.pick(WORDS)),
        created: new Date(1.6e12 + random.int(1e9) * 100).toISOString(),
      };
    case 'numbers':
      return {
        id,
        series: Array.from({ length: 40 }, () =>
          random.next() < 0.5 ? random.int(1e9) : random.next() * 10 ** (random.int(20) - 10),
        ),
      };
    case 'strings':
      return { id, text: random.words(60), other: Array.from({ length: 6 }, () => random.pick(FOREIGN)).join(' ') };
    case 'cjk':
      return { id, text: Array.from({ length: 12 }, () => random.pick(IDEOGRAPHS)).join('、') };
    case 'logs': {
      const base = {
        time: 1_700_000_000 + id,
        level: random.pick(['info', 'warn', 'error']),
        source: random.pick(WORDS),
      };
      return random.pick([
        { ...base, message: random.words(8), status: 200 + random.int(5), ms: random.int(1000) },
        { ...base, error: { code: random.int(31), stack: ['a.js:1', 'b.js:2'] }, retry: random.next() < 0.5 },
        { ...base, user: { id, tags: ['x', 'y'], address: { city: random.pick(CITIES), zip: null } } },
      ]);
    }
    case 'deep': {
      let value: unknown = random.int(100);
      for (let level = 40; level > 0; level -= 1) {
        const inner = random.next() < 0.3 ? [random.int(100), value] : value;
        value = random.next() < 0.5 ? { level, inner } : { level, name: random.words(2), inner };
      }
      return { id, tree: value };
    }
    case 'geo':
      return {
        type: 'Feature',
        properties: { id, name: random.words(2) },
        geometry: {
          type: 'LineString',
          coordinates: Array.from({ length: 60 }, () => [random.next() * 360 - 180, random.next() * 180 - 90]),
        },
      };
    case 'escapes':
    case 'duplicates':
    case 'levels':
      throw new RangeError(`${shape} are spelt`);
    case 'wide':
      return random.next() < 0.6 ? random.int(1e6) : random.words(4);
  }
}

/** Returns the bytes of a document of `size` bytes and at most one item more. */
export function generate(shape: Shape, style: Style, size: number): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(size + 65536);
  let length = 0;
  const write = (text: string): void => {
    if (length + text.length * 3 > bytes.length) {
      const larger = new Uint8Array(Math.ceil(bytes.length * 1.2) + text.length * 3);
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
  };
  const isLines = shape === 'logs';
  const pretty = style === 'pretty' && !isLines;
  const wide = shape === 'wide';
  write(isLines ? '' : wide ? '{' : '[');
  for (let id = 0; length < size; id += 1) {
    if (isLines) {
      write(`${JSON.stringify(makeItem(shape, id))}\n`);
      continue;
    }
    const value = spellItem(shape, id) ?? JSON.stringify(makeItem(shape, id), null, pretty ? 2 : undefined);
    const key = wide ? `"${WORDS[id % WORDS.length] ?? ''}.${id}":${pretty ? ' ' : ''}` : '';
    write(`${id === 0 ? '' : ','}${pretty ? '\n  ' : ''}${key}${pretty ? value.replaceAll('\n', '\n  ') : value}`);
  }
  if (!isLines) write(`${pretty ? '\n' : ''}${wide ? '}' : ']'}`);
  return bytes.slice(0, length);
}
