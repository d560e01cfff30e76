// Runs a command in a process group of its own, and ends the group: when the command has ended, so that nothing it has started goes
// on, or when its time is up. `node scripts/run-to-end.mjs MINUTES COMMAND [ARGUMENT …]`
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Exit code for a command whose time is up, as that of coreutils' `timeout`. */
const TIME_IS_UP = 124;

/** Returns the exit code of a command, with its output on ours. Windows has no groups: there its own process is ended. */
export function runToEnd(command, args, { minutes, cwd = process.cwd(), env = process.env }) {
  return new Promise((resolve, reject) => {
    const isGroup = process.platform !== 'win32';
    const child = spawn(command, args, { cwd, env, stdio: 'inherit', detached: isGroup });
    const endAll = () => {
      try {
        if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        // Nothing is left.
      }
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.stderr.write(`\n${[command, ...args].join(' ')} has not ended within ${minutes} minutes.\n`);
      endAll();
    }, minutes * 60_000);
    // A group of its own does not get what the terminal sends to ours.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const pass = (signal) => {
      endAll();
      process.exit(128 + (signal === 'SIGINT' ? 2 : signal === 'SIGHUP' ? 1 : 15));
    };
    for (const signal of signals) process.on(signal, pass);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      for (const each of signals) process.off(each, pass);
      endAll();
      resolve(isLate ? TIME_IS_UP : (code ?? (signal === null ? 1 : 128)));
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [minutes, command, ...args] = process.argv.slice(2);
  process.exit(await runToEnd(command, args, { minutes: Number(minutes) }));
}
