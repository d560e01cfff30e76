// The document and the schema for the validation bench: orders as an API would return them, with most of the keywords that
// schemas of real documents use.

import { Random, type Style } from '../generate.ts';

const WORDS = 'amber basin cedar delta ember fjord grove harbor inlet juniper kelp lagoon'.split(' ');
const CITIES = ['Århus', 'Bogotá', 'Cork', 'Gdańsk', 'Osaka', 'Quito', 'Tromsø'];
const STATES = ['open', 'packed', 'shipped', 'delivered', 'returned'];

const money = { type: 'number', minimum: 0, maximum: 1_000_000 };

export const ORDERS_SCHEMA = {
  type: 'array',
  items: { $ref: '#/$defs/order' },
  $defs: {
    order: {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 0 },
        guid: { type: 'string', pattern: '^[0-9a-f]{4}(-[0-9a-f]{4}){3}$' },
        state: { enum: STATES },
        isPaid: { type: 'boolean' },
        name: { type: 'string', minLength: 1, maxLength: 100 },
        email: { type: 'string', maxLength: 60 },
        age: { anyOf: [{ type: 'integer', maximum: 76 }, { type: 'null' }] },
        balance: money,
        created: { type: 'string', format: 'date-time' },
        address: { $ref: '#/$defs/address' },
        payment: {
          oneOf: [
            {
              type: 'object',
              properties: { method: { const: 'card' }, last4: { type: 'string', pattern: '^\\d{4}$' } },
              required: ['method', 'last4'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { method: { const: 'transfer' }, days: { type: 'integer', minimum: 0, maximum: 90 } },
              required: ['method', 'days'],
              additionalProperties: false,
            },
          ],
        },
        tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 5 },
        lines: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: {
              sku: { type: 'string', minLength: 6, maxLength: 12 },
              quantity: { type: 'integer', minimum: 1, maximum: 99 },
              price: money,
            },
            required: ['sku', 'quantity', 'price'],
            additionalProperties: false,
          },
        },
      },
      required: ['id', 'state', 'name', 'address', 'payment', 'lines'],
      additionalProperties: false,
    },
    address: {
      type: 'object',
      properties: {
        street: { type: 'string' },
        city: { enum: CITIES },
        position: {
          type: 'object',
          properties: {
            lat: { type: 'number', minimum: -90, maximum: 90 },
            lng: { type: 'number', minimum: -180, maximum: 180 },
          },
          required: ['lat', 'lng'],
        },
      },
      required: ['street', 'city'],
    },
  },
};

/** Returns the bytes of a list of orders of about `size` bytes. In about one of sixty the age is too high. */
export function makeOrders(size: number, style: Style): Uint8Array<ArrayBuffer> {
  const texts: string[] = [];
  let length = 0;
  for (let id = 0; length < size; id += 1) {
    const text = JSON.stringify([makeOrder(id)], null, style === 'pretty' ? 2 : undefined).slice(1, -1);
    texts.push(text.trimEnd());
    length += text.length + 1;
  }
  return new TextEncoder().encode(`[${texts.join(',')}${style === 'pretty' ? '\n' : ''}]`);
}

function makeOrder(id: number): unknown {
  const random = new Random(id * 7919 + 5);
  const hex = (): string => random.int(0x10000).toString(16).padStart(4, '0');
  return {
    id,
    guid: [hex(), hex(), hex(), hex()].join('-'),
    state: random.pick(STATES),
    isPaid: random.next() < 0.5,
    name: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
    email: `${random.pick(WORDS)}${id}@example.org`,
    age: random.next() < 0.1 ? null : 18 + random.int(60),
    balance: random.int(1e7) / 100,
    created: new Date(1.6e12 + random.int(1e9) * 100).toISOString(),
    address: {
      street: `${random.int(300)} ${random.pick(WORDS)} Lane`,
      city: random.pick(CITIES),
      position: { lat: random.int(180e6) / 1e6 - 90, lng: random.int(360e6) / 1e6 - 180 },
    },
    payment:
      random.next() < 0.5
        ? { method: 'card', last4: String(1000 + random.int(9000)) }
        : { method: 'transfer', days: random.int(90) },
    ...(random.next() < 0.7 ? { tags: Array.from({ length: random.int(6) }, () => random.pick(WORDS)) } : {}),
    lines: Array.from({ length: 1 + random.int(3) }, () => ({
      sku: `${random.pick(WORDS).slice(0, 4)}-${random.int(1000)}`.padEnd(6, '0'),
      quantity: 1 + random.int(9),
      price: random.int(1e5) / 100,
    })),
  };
}
