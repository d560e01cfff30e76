// Labels of the commands that open the transform dialog. They are in a file of their own, because the dialog's texts load with
// the dialog.

/** Menus and buttons. */
export const TRANSFORM_ENTRY = {
  title: 'Transform',
  menu: 'Transform…',
  here: 'Transform this…',
  to: { right: 'Transform left to right', left: 'Transform right to left' },
  toolHint: 'Transform: filter, sort, pick, query',
  invalid: 'The document has to be valid JSON to be transformed. Fix the error first.',
} as const;
