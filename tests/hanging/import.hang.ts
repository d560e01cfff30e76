import { it } from 'vitest';

await new Promise(() => setInterval(() => undefined, 1000));
it('never comes', () => undefined);
