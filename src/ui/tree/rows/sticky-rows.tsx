// The rows that stay on top, drawn like the tree's own. They are inside the scrolled element, so that the wheel works over
// them, and hidden from screen readers, which get the level of each row and the path instead.

import { useEffect, useState, useSyncExternalStore, type MouseEvent } from 'react';
import type { Ancestor } from '../../../shared/protocol/rows.ts';
import { Ancestors } from './ancestor-rows.ts';
import type { Controls } from '../../model/literal.ts';
import type { TreeModel } from '../model/model.ts';
import { Name } from './name.tsx';
import rows from './row.module.css';
import { indentOf } from './row.tsx';
import styles from './sticky-rows.module.css';
import { countOf } from './value.tsx';

/** The sticky rows of a tree. */
export function StickyRows({ model }: { readonly model: TreeModel }) {
  const [ancestors] = useState(() => new Ancestors(model));
  useEffect(() => () => ancestors.stop(), [ancestors]);
  const shown = useSyncExternalStore(ancestors.subscribe, ancestors.get);
  const controls = useSyncExternalStore(model.subscribe, () => model.state.controls);
  if (shown.length === 0) return null;
  return (
    <div className={styles['anchor']} aria-hidden data-sticky>
      <div className={styles['rows']}>
        {shown.map((ancestor) => (
          <StickyRow key={ancestor.index} model={model} ancestor={ancestor} controls={controls} />
        ))}
      </div>
    </div>
  );
}

function StickyRow({
  model,
  ancestor: { index, row },
  controls,
}: {
  readonly model: TreeModel;
  readonly ancestor: Ancestor;
  readonly controls: Controls;
}) {
  const go = (event: MouseEvent): void => {
    if (event.button !== 0) return;
    model.select(index);
    if (event.target instanceof Element && event.target.closest('[data-chevron]') !== null)
      model.run(model.toggle(index));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- for the mouse; keys have the row itself
    <div className={`${rows['row']} ${styles['row']}`} onMouseDown={go}>
      <span className={rows['guides']} style={{ width: indentOf(row.depth) }} />
      <span className={rows['name']}>
        <span className={rows['chevron']} data-open data-chevron />
        <Name row={row} controls={controls} hits={null} note={null} onEdit={() => undefined} />
      </span>
      <span className={rows['count']}>{countOf(row)}</span>
    </div>
  );
}
