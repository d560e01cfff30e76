// The description that an inferred schema carries.

export const SCHEMA_INFERRED = {
  cut: 'There is more in the document here than this schema describes.',
} as const;
