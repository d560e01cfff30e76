// What the system says of a file that can't be read or written, as a sentence.

import { CodedError } from '../shared/errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'it may not be used by you',
  EPERM: 'it may not be used by you',
  EISDIR: 'it is a folder',
  ENOSPC: 'there is no room on the disk',
  EDQUOT: 'there is no room on the disk',
  EROFS: 'the disk is read-only',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'a file with the name of its temporary file is there',
};

/** The system's code of an error; empty if it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The error of a file that can't be read. */
export function asUnreadable(error: unknown, name: string): CodedError {
  if (error instanceof CodedError) return error;
  return new CodedError('unreadable', `${name} can’t be read: ${reasonOf(error)}.`);
}

/** The error of a file that can't be written. */
export function asUnwritable(error: unknown, name: string): CodedError {
  if (error instanceof CodedError) return error;
  return new CodedError('storage', `${name} can’t be written: ${reasonOf(error)}.`);
}

/** What a person is told of an error that nobody expected: one line, or all of it where DIPTYCH_STACK is set. */
export function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return `diptych: internal error: ${String(error)}`;
  if (process.env['DIPTYCH_STACK'] !== undefined) return `diptych: internal error: ${error.stack ?? error.message}`;
  const [first = ''] = error.message.split('\n');
  return `diptych: internal error: ${error.name}: ${first} (DIPTYCH_STACK=1 shows where)`;
}

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}
