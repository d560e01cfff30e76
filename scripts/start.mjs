// `npm start`: installs missing packages, builds, and serves the page at HOST and PORT.
import { install, run } from './setup.mjs';

install();
run(process.execPath, ['scripts/build.mjs']);
await import('../dist/server/main.js');
