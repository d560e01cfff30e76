// The production server in its own process, on a free port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/setup.mjs';

/** Starts the server that is built in `folder`, without a cloud by default. Returns its address and a function that stops it. */
export function serveDiptych(environment = { CLOUD: 'off' }, folder = root) {
  const env = { ...process.env, ...environment, PORT: '0' };
  const child = spawn(process.execPath, [join(folder, 'dist/server/main.js')], { env });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    child.stdout.on('data', (data) => {
      said += data;
      const address = /http:\/\/localhost:\d+/.exec(said)?.[0];
      if (!address) return;
      child.removeAllListeners('exit');
      resolve({ address, stop: () => new Promise((ended) => child.once('exit', ended) && child.kill('SIGTERM')) });
    });
  });
}
