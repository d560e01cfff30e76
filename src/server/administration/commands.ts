// All commands, and how a command line names one.

import { parseArgs } from 'node:util';
import { CommandError, type AdminCommand } from './command.ts';
import { DUMP_COMMAND } from './dump.ts';
import { MAINTENANCE_COMMANDS } from './maintenance.ts';
import { RESTORE_COMMAND } from './restore.ts';
import { USER_COMMANDS } from './users.ts';

export const COMMANDS: readonly AdminCommand[] = [
  ...USER_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  DUMP_COMMAND,
  RESTORE_COMMAND,
];

/** A command line that was understood. */
export interface Parsed {
  readonly command: AdminCommand;
  readonly values: readonly string[];
  readonly options: ReadonlyMap<string, string | true>;
}

const PROGRAM = 'node dist/server/main.js';

/** Returns the command of a command line, or the text of its `--help`. @throws CommandError for one that is wrong */
export function parseCommand(line: readonly string[]): Parsed | string {
  if (line[0] === 'help') return parseCommand([...line.slice(1), '--help']);
  const words = line.filter((word) => !word.startsWith('-'));
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  const isHelp = line.includes('--help') || line.includes('-h');
  if (command === undefined) {
    if (isHelp) return overview(words[0]);
    throw new CommandError(`There is no command ${words.slice(0, 2).join(' ')}.\n\n${overview()}`);
  }
  if (isHelp) return helpOf(command);
  const { values, options } = readOptions(command, line);
  const [least, most] = command.takes;
  if (values.length < least || values.length > most)
    throw new CommandError(`The command is: ${command.name} ${command.usage}\n`);
  return { command, values, options };
}

function readOptions(command: AdminCommand, line: readonly string[]): Omit<Parsed, 'command'> {
  const kinds = Object.keys(command.options).map((option) => {
    const type: 'string' | 'boolean' = option.endsWith('=') ? 'string' : 'boolean';
    return [option.replace(/=$/, ''), { type }] as const;
  });
  try {
    const parsed = parseArgs({ args: [...line], options: Object.fromEntries(kinds), allowPositionals: true });
    const values = parsed.positionals.slice(command.name.split(' ').length);
    const options = Object.entries(parsed.values).map(([name, value]): [string, string | true] => [
      name,
      typeof value === 'string' ? value : true,
    ]);
    return { values, options: new Map(options) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new CommandError(`${reason}\n\n${helpOf(command)}`);
  }
}

/** Returns the help of all commands, or of those that begin with a word. */
function overview(first?: string): string {
  const some = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  const shown = some.length > 0 ? some : COMMANDS;
  const wide = Math.max(...shown.map(({ name, usage }) => `${name} ${usage}`.length));
  const lines = shown.map(({ name, usage, summary }) => `  ${`${name} ${usage}`.padEnd(wide)}  ${summary}`);
  return `${PROGRAM}                     starts the server
${PROGRAM} <command>           administers it, with the same settings

${lines.join('\n')}

"${PROGRAM} <command> --help" says more. A server that runs may keep running: where it has the data folder for itself, the
command reaches it through a socket in that folder.
`;
}

function helpOf({ name, usage, summary, help, options }: AdminCommand): string {
  const names = Object.keys(options);
  const wide = Math.max(0, ...names.map((option) => option.length));
  const lines = names.map((option) => `  --${option.replace(/=$/, ' <file>').padEnd(wide + 7)}  ${options[option]}\n`);
  return `${PROGRAM} ${name} ${usage}\n\n${summary[0]?.toUpperCase()}${summary.slice(1)}. ${help}\n${lines.length > 0 ? `\n${lines.join('')}` : ''}`;
}
