// The program: finds the command, reads its options, and turns what goes wrong into a line and an exit code.

import { parseArgs } from 'node:util';
import { CodedError } from '../shared/errors.ts';
import { EXIT, UsageError, type CliCommand, type CommandCall, type ExitCode, type ProgramIo } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { asUnreadable, describeBug } from './file-errors.ts';

/** A number is a value, not a switch: marked like this while the arguments are read. No argument has this character. */
const NUMBER_MARK = '\0';
const NEGATIVE = /^-(?:\d|\.\d)/;

/** Runs the program with its arguments; returns its exit code. */
export async function runProgram(args: readonly string[], given: ProgramIo): Promise<ExitCode> {
  const [name = '', ...rest] = args;
  const io = withInputOnce(given);
  let usage = '';
  try {
    if (name === '--version' || name === '-V') {
      await io.write(`diptych ${io.version}\n`);
      return EXIT.ok;
    }
    const isHelp = name === 'help' || name === '--help' || name === '-h';
    const asked = isHelp ? (rest[0] ?? '') : name;
    if (asked === '') {
      await io.write(await help());
      return isHelp ? EXIT.ok : EXIT.trouble;
    }
    const loadCommand = Object.hasOwn(COMMANDS, asked) ? COMMANDS[asked] : undefined;
    if (loadCommand === undefined) {
      io.tell(`diptych: ${asked} is no command. Try "diptych --help".`);
      return EXIT.trouble;
    }
    const command = await loadCommand();
    usage = command.usage;
    const call = isHelp ? null : readArguments(command, rest);
    if (call === null || call.values['help'] === true) {
      await io.write(helpOf(command));
      return EXIT.ok;
    }
    return await command.run(call, { ...io, commands: COMMANDS });
  } catch (error) {
    if (error instanceof UsageError) io.tell(`diptych: ${error.message}\nUsage: diptych ${usage}`);
    else io.tell(error instanceof CodedError ? `diptych: ${error.message}` : describeBug(error));
    return error instanceof CodedError && error.code === 'missing' ? EXIT.different : EXIT.trouble;
  }
}

/** The same, whose standard input can be read once: a second reader would find it empty. */
function withInputOnce(io: ProgramIo): ProgramIo {
  let isRead = false;
  return {
    ...io,
    async readInput() {
      if (isRead) throw new UsageError('Standard input can be read only once.');
      isRead = true;
      return io.readInput().catch((error: unknown) => {
        throw asUnreadable(error, 'standard input');
      });
    },
  };
}

function readArguments(command: CliCommand, args: readonly string[]): CommandCall {
  const unmarked = <T>(value: T): T | string =>
    typeof value === 'string' && value.startsWith(NUMBER_MARK) ? value.slice(1) : value;
  try {
    const { values, positionals } = parseArgs({
      args: joinPairs(command, args).map((text) => (NEGATIVE.test(text) ? NUMBER_MARK + text : text)),
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return {
      positionals: positionals.map(unmarked),
      values: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [
          key,
          Array.isArray(value) ? value.map(unmarked) : unmarked(value),
        ]),
      ),
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Makes one argument of each option that has a name and a value. @throws UsageError if one of the two is missing */
function joinPairs({ pairs = [] }: CliCommand, args: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at] ?? '';
    if (text === '--') return [...joined, ...args.slice(at)];
    if (!pairs.some((name) => text === `--${name}`)) {
      joined.push(text);
      continue;
    }
    const [name, value] = args.slice(at + 1, at + 3);
    if (name === undefined || value === undefined) throw new UsageError(`${text} has a name and a value.`);
    joined.push(`${text}=${name}\0${value}`);
    at += 2;
  }
  return joined;
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

"diptych COMMAND --help" says more. Exit code 0: done, 1: not found, different or not valid, 2: trouble.
`;
}

function helpOf({ usage, summary, details, examples }: CliCommand): string {
  return `Usage: diptych ${usage}

${summary[0]?.toUpperCase()}${summary.slice(1)}.

${details}

${examples.map((example) => (/^(?:diptych|curl|cat) /.test(example) ? `  ${example}` : `  diptych ${example}`)).join('\n')}
`;
}
