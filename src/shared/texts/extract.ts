// What is said by workers about JSON that was found in a text.

export const EXTRACT_TEXTS = {
  gone: 'The text has changed, and it is no longer certain which record the value was read from. Nothing was written. Open it from the list again, or copy it there.',
  unfit:
    'The changed value can’t be written in the form that it has in the text. Nothing was written. Copy it there instead.',
} as const;
