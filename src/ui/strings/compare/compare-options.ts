// Texts of the options of Compare.

export const COMPARE_OPTIONS = {
  title: 'Compare options',
  what: 'What is compared',
  structure: 'Structure only',
  structureHint: 'Paths and the kinds of what stands there. All items of an array are one path.',
  values: 'Values',
  numbers: 'Numbers are equal',
  byValue: 'by value',
  asWritten: 'as written',
  tolerance: 'Tolerance',
  toleranceHint: 'Numbers that differ by no more than this are equal.',
  toleranceProblem: 'This has to be a number, 0 or more.',
  ignorePaths: 'Leave out',
  ignorePathsHint: 'Paths, with a comma between: $.orders[*].updated, /meta/version',
  ignorePathsProblem: 'One of these is not a path.',
  arrays: 'Arrays',
  ignoreOrder: 'Items may be in any order',
  identity: 'Key that tells items',
  identityHint: 'Empty: one is looked for, such as id or name.',
  close: 'Close',
} as const;
