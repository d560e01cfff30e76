// What keys do in the find bar.

/** What a key in the bar does. */
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
  | 'within';
