import { it } from 'vitest';

it('ends', () => undefined);
it('runs in a circle', () => {
  for (;;);
});
