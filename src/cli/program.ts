// The program: finds the command, reads its options, and turns what goes wrong into a line and an exit code.

import { parseArgs } from 'node:util';
import { CodedError } from '../shared/errors.ts';
import { EXIT, UsageError, type CliCommand, type ProgramIo, type ExitCode } from './command.ts';
import { COMMANDS } from './commands/index.ts';

/** Runs the program with its arguments; returns its exit code. */
export async function runProgram(args: readonly string[], io: ProgramIo): Promise<ExitCode> {
  const [name = '', ...rest] = args;
  if (name === '--version' || name === '-V') {
    await io.write(`diptych ${io.version}\n`);
    return EXIT.ok;
  }
  if (name === '' || name === 'help' || name === '--help' || name === '-h') {
    const [asked = ''] = rest;
    const one = COMMANDS[asked];
    await io.write(name !== '' && one !== undefined ? helpOf(await one()) : await help());
    return name === '' ? EXIT.trouble : EXIT.ok;
  }
  const loadCommand = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (loadCommand === undefined) {
    io.tell(`diptych: ${name} is no command. Try "diptych --help".`);
    return EXIT.trouble;
  }
  const command = await loadCommand();
  try {
    const { values, positionals } = read(command, rest);
    if (values['help'] === true) {
      await io.write(helpOf(command));
      return EXIT.ok;
    }
    return await command.run({ values, positionals }, { ...io, commands: COMMANDS });
  } catch (error) {
    if (error instanceof UsageError) io.tell(`diptych: ${error.message}\nUsage: diptych ${command.usage}`);
    else if (error instanceof CodedError) io.tell(`diptych: ${error.message}`);
    else throw error;
    return error instanceof CodedError && error.code === 'missing' ? EXIT.different : EXIT.trouble;
  }
}

function read(command: CliCommand, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function help(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(
      async ([name, loadCommand]) => `  ${name.padEnd(10)} ${(await loadCommand()).summary}`,
    ),
  );
  return `Usage: diptych COMMAND FILE …

Reads JSON, NDJSON, JSON with comments, JSON5 and gzip; "-" is standard input. What a command does not change keeps every byte.

${lines.join('\n')}

"diptych COMMAND --help" says more. Exit code 0: done, 1: not found or different, 2: trouble.
`;
}

function helpOf({ usage, summary, details, examples }: CliCommand): string {
  return `Usage: diptych ${usage}

${summary[0]?.toUpperCase()}${summary.slice(1)}.

${details}

${examples.map((example) => (/^(?:diptych|curl|cat) /.test(example) ? `  ${example}` : `  diptych ${example}`)).join('\n')}
`;
}
