// The scripts of the six uses.
import '../sdk.js';

const [state, editor, least, result, form, field, sent, target, selected] = [
  'state',
  'editor',
  'least',
  'result',
  'settings',
  'field',
  'sent',
  'target',
  'selected',
].map((id) => document.getElementById(id));

// Editor with save.
editor.value = JSON.stringify({ title: 'My page', languages: ['en', 'de'], cache: { seconds: 300 } }, null, 2);
editor.addEventListener('dirty', ({ detail }) => {
  if (detail.dirty) state.textContent = 'Not saved yet.';
});
editor.addEventListener('save', async ({ detail }) => {
  const text = await editor.settle();
  await editor.editor.markSaved({ revision: detail.revision });
  state.textContent = `Saved, ${text.length.toLocaleString()} characters.`;
});

// Query result.
const CITIES = [
  { city: 'Tokyo', country: 'Japan', people: 14_178_000, founded: 1457 },
  { city: 'Lagos', country: 'Nigeria', people: 15_388_000, founded: 1472 },
  { city: 'Lima', country: 'Peru', people: 10_092_000, founded: 1535 },
  { city: 'Berlin', country: 'Germany', people: 3_677_000, founded: 1237 },
  { city: 'Lisbon', country: 'Portugal', people: 567_000, founded: null },
  { city: 'Geneva', country: 'Switzerland', people: 203_000, founded: null },
];
const query = () => {
  const rows = CITIES.filter(({ people }) => people >= (least.valueAsNumber || 0));
  return result.editor.load(JSON.stringify(rows, null, 2), { name: 'cities.json' });
};
least.addEventListener('input', () => void query());
void query();

// Field of a form.
field.value = '{"notify": true, "quota": 25}';
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = new FormData(form).get('settings');
  if (typeof text === 'string') sent.textContent = `Sent: ${text}`;
});
form.addEventListener('reset', () => {
  sent.textContent = '';
});

// Link to a value.
const ORDERS = {
  orders: [
    {
      id: 1,
      customer: { name: 'Ada' },
      items: [
        { sku: 'A1', price: 12.5 },
        { sku: 'B7', price: 3.2 },
      ],
    },
    { id: 2, customer: { name: 'Grace' }, items: [{ sku: 'C3', price: 40 }] },
  ],
};
void target.editor.load(JSON.stringify(ORDERS, null, 2), { name: 'orders.json' });
document.getElementById('places').addEventListener('click', ({ target: button }) => {
  const { path } = button.dataset;
  if (path !== undefined) void target.editor.select({ path });
});
target.addEventListener('selection', ({ detail }) => {
  selected.textContent = detail.path === '' ? '' : `Selected: ${detail.path}`;
});
