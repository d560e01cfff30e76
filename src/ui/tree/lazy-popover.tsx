// Loads the value popover when it is first needed: most documents are read without it.

import { useSyncExternalStore } from 'react';
import type { TreeModel } from './model/model.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

const ValuePopover = lazyPart(() => import('./popover/popover.tsx'));

export interface OpenedValueProps {
  readonly model: TreeModel;
  readonly gridId: string;
  readonly readOnly: boolean;
}

/** The popover of the opened value; renders nothing while none is open. */
export function LazyValuePopover({ model, gridId, readOnly }: OpenedValueProps) {
  const opened = useSyncExternalStore(model.opener.subscribe, () => model.opener.opened);
  if (opened === null) return null;
  return (
    <PartBoundary look="float" onClose={() => model.opener.close()}>
      <ValuePopover key={opened.index} model={model} opened={opened} gridId={gridId} readOnly={readOnly} />
    </PartBoundary>
  );
}
