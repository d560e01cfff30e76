// Texts about the forms in which values are copied.

export const FORM_TEXTS = {
  noValues: 'What is selected is no JSON value. Its text can be copied as contents, or escaped.',
} as const;
