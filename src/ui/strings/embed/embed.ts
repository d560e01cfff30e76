// Texts of the embedded page, and errors in the messages of its host.

import type { Side } from '../../model/side.ts';

/** The page. */
export const EMBED = {
  title: 'JSON editor',
  save: 'Save',
  saveHint: 'Hand over to the page around this editor (Ctrl+S)',
  none: 'There is no document yet',
  exit: 'Exit',
  exitHint: 'Back to the page around this editor',
  readonly: 'Read-only',
  readonlyHint: 'The page around this editor allows no changes',
  readonlyText: 'This document is read-only here.',
  shelves: 'This editor is a part of another page, and opens no documents of this browser or of the cloud.',
} as const;

/** Shown in place of the page where it can't work. */
export const EMBED_FAILED = {
  opaque:
    'This editor can’t work in a frame without an origin. Add allow-same-origin to the sandbox attribute of the frame.',
  scripts:
    'This editor can’t work in a frame without scripts. Add allow-scripts to the sandbox attribute of the frame.',
} as const;

/** Why a message of the host is rejected. */
export const HOST_FAILED = {
  version: (known: number): string => `This editor speaks version ${known} of the protocol. Connect with that one.`,
  message: 'A message needs an id, a whole number from 0 on, and a type.',
  type: (type: string): string => `There is no request "${type}".`,
  field: (name: string, wanted: string): string => `${name} has to be ${wanted}.`,
  wanted: {
    list: 'a list',
    count: 'a whole number from 0 on',
    text: (most: number): string => `a string of at most ${most} characters`,
    one: (words: string): string => `one of ${words}`,
    content: 'a Blob, an ArrayBuffer, a Uint8Array or a string',
    json: 'JSON',
  },
  one: (names: string): string => `Exactly one of ${names} has to be given.`,
  many: (most: number): string => `A list of splices has ${most} entries at most. Send a patch, or load the text anew.`,
  order: 'Splices have to be sorted, without overlaps and inside the text.',
  busy: (most: number): string => `More than ${most} requests wait for their answers. Wait for some of them.`,
  blank: (side: Side): string => `The ${side} panel has no document.`,
  opened: (name: string): string => `${name} could not be opened.`,
  stale: (base: number, revision: number): string =>
    `The document is at revision ${revision}, and the request is for ${base}. Follow the changes, or read it again.`,
  address: 'The address has to begin with http:// or https://.',
} as const;
