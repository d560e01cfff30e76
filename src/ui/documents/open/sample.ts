// The document of the first visit. @see requirements DOC-13

/** The sample document, as text. */
export const SAMPLE_TEXT = `{
  "array": [1, 2, 3],
  "boolean": true,
  "color": "gold",
  "null": null,
  "number": 123,
  "object": {
    "a": "b",
    "c": "d"
  },
  "string": "Hello World"
}
`;
