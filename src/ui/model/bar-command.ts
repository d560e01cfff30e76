// The commands of keys in the find bar.

/** The command of a key in the find bar. */
export type BarCommand =
  | 'close'
  | 'find'
  | 'replace'
  | 'next'
  | 'previous'
  | 'replaceOne'
  | 'replaceAll'
  | 'selectAll'
  | 'matchCase'
  | 'wholeWord'
  | 'regex'
  | 'preserveCase'
  | 'inKeys'
  | 'inValues'
  | 'list'
  | 'within'
  | 'only';
