import type { Dialect } from '../../shared/document/dialect.ts';

/** What is selected in a view: JSON, or in text mode any text. */
export interface SelectedValues {
  readonly content: Blob;
  readonly dialect: Dialect;
  /** Whether it is several values with commas between them, as between the brackets of their container. */
  readonly isList: boolean;
}
