// Titles of the example queries. They load with the transform dialog.

/** The result of each example; `field` is a field's keys, joined by dots. */
export const EXAMPLES = {
  itself: 'The value itself',
  above: (field: string): string => `Items whose ${field} is more than 0`,
  having: (field: string): string => `Items that have a ${field}`,
  ordered: (field: string): string => `Items by ${field}, the largest first`,
  only: (fields: readonly string[]): string => `Only ${fields.join(', ')}`,
  all: 'All of that',
  count: 'How many items there are',
  first: 'The first ten items',
  sum: (field: string): string => `The sum of ${field}`,
  distinct: (field: string): string => `Each ${field} once`,
  grouped: (field: string): string => `Items by ${field}`,
  holding: (field: string): string => `Items whose ${field} holds an a`,
  /** `key` is the last key of the field. */
  anywhere: (key: string): string => `Every ${key}, at any depth`,
} as const;
