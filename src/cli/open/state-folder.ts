// The folder for what the program remembers of this user, readable for nobody else.

import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

function folderOfSystem(): string {
  const { env, platform } = process;
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData/Local');
  if (platform === 'darwin') return join(homedir(), 'Library/Application Support');
  return env['XDG_STATE_HOME'] ?? join(homedir(), '.local/state');
}

/** Makes the folder if it is not there, and returns it. @throws the system's error */
export async function stateFolder(): Promise<string> {
  const folder = join(folderOfSystem(), 'diptych');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // One that was there may have other rights.
  await chmod(folder, 0o700);
  return folder;
}
