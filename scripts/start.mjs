// `npm start`: installs what is missing, builds, and serves the page. PORT and HOST say where.
import { install, run } from './setup.mjs';

install();
run(process.execPath, ['scripts/build.mjs']);
await import('../dist/server/main.js');
