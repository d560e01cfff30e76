// What a schema that was inferred says about itself.

export const SCHEMA_INFERRED = {
  cut: 'There is more in the document here than this schema describes.',
} as const;
