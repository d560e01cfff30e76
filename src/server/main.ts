// The server's entry. Settings come from the environment: PORT (default 8080), HOST (default 127.0.0.1), and CONFIGURATION,
// what is set up for the page, as JSON: `{"cloud": {"url": "/v2"}}`.

import { join } from 'node:path';
import { createServer } from './app.ts';
import { configurationOf } from './configuration.ts';
import { listenFrom } from './listen.ts';

const host = process.env['HOST'] ?? '127.0.0.1';
const wanted = Number(process.env['PORT'] ?? 8080);
const said = process.env['CONFIGURATION'];
const app = await createServer({
  clientFolder: join(import.meta.dirname, '../client'),
  ...(said === undefined ? {} : { configuration: configurationOf(said) }),
});
const port = await listenFrom(app, host, wanted);
process.stdout.write(`\n  Diptych is at http://${host === '127.0.0.1' ? 'localhost' : host}:${port}\n\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
