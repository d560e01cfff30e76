// The props of the component that shows a row's value.

import type { MouseEvent } from 'react';
import type { RowDiff } from '../model/row-differences.ts';
import type { RowHits } from '../model/row-hits.ts';
import type { Controls } from '../../model/literal.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import { TreeModel } from '../model/model.ts';

export interface ValueProps {
  readonly model: TreeModel;
  readonly index: number;
  readonly row: Row;
  readonly readOnly: boolean;
  readonly controls: Controls;
  readonly hits: RowHits | null;
  readonly diff: RowDiff | null;
  readonly onEdit: () => void;
  /** Expands the container of a preview that was clicked. */
  readonly onOpen: (event: MouseEvent) => void;
}
