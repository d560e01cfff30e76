// Texts of a value's popover. They load with the popover.

import { platformKeys } from '../../model/platform-keys.ts';
import { formatSize } from '../../../shared/bytes/size.ts';

export const POPOVER = {
  colour: 'Colour',
  opacity: 'Opacity',
  percent: (share: number): string => `${Math.round(share * 100)} %`,
  time: 'Time',
  link: 'Link',
  value: 'Value',
  close: 'Close',
  apply: 'Apply',
  openLink: 'Open in a new tab',
} as const;

export const TIMES = {
  field: { zone: 'Your time', day: 'Day', none: 'Time, without a zone' },
  time: 'Time',
  local: 'Local',
  utc: 'UTC',
  relative: 'Relative',
  moment: (date: string, distance: string): string => `${date}, ${distance}`,
} as const;

/** A string and its decoded content. */
export const TEXT = {
  shownAs: 'Shown as',
  text: 'Text',
  inside: { json: 'JSON', token: 'Token', base64: 'Decoded', picture: 'Picture' },
  value: 'Value',
  empty: 'empty',
  wrap: 'Wrap',
  more: 'Show more',
  copy: 'Copy text',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page write to the clipboard.',
  cut: 'Only its beginning is shown here. Copy the row for all of it, or read it as text.',
  /** The size that is shown, of the total, in bytes. */
  size: (bytes: number, all: number, isWhole: boolean): string =>
    isWhole ? formatSize(all) : `${formatSize(bytes)} of ${formatSize(all)}`,
} as const;

export const INSIDE = {
  json: 'JSON inside this string',
  applies: platformKeys('Ctrl+Enter applies.'),
  header: 'Header',
  payload: 'Payload',
  notVerified: 'Decoded only: the signature is not verified.',
  picture: 'What the base64 holds',
  pictureOf: (mime: string, bytes: number): string => `${mime}, ${formatSize(bytes)}`,
  decoded: 'Decoded text',
} as const;
