import { it } from 'vitest';

for (let n = 0; n < 10_000; n += 1) it(`goes on, ${n}`, () => new Promise((resolve) => setTimeout(resolve, 50)));
