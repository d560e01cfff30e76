// Chooses the fields to keep of each item: a button with a summary opens a list of checkboxes, with a search field if the list
// is long.

import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { WIZARD } from '../strings/transform/transform.ts';
import { buttonClass } from '../widgets/button.tsx';
import { labelOf } from './spelling.ts';
import styles from './picker.module.css';

/** Number of fields from which there is a search field. */
const MANY = 12;
/** Most fields that are listed. */
const MAX_LISTED = 500;

export interface PickerProps {
  readonly labelledBy: string;
  readonly paths: readonly Path[];
  readonly picked: readonly Path[];
  readonly onPick: (picked: readonly Path[]) => void;
}

/** The picker. Picked fields are in the order in which they were ticked. */
export function Picker({ labelledBy, paths, picked, onPick }: PickerProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const names = new Set(picked.map(toJsonPath));
  const shown = paths.filter((path) => labelOf(path).toLowerCase().includes(query.toLowerCase()));
  const toggle = (path: Path): void => {
    const name = toJsonPath(path);
    if (names.has(name)) onPick(picked.filter((one) => toJsonPath(one) !== name));
    else onPick([...picked, path]);
  };
  const said =
    picked.length === 0
      ? WIZARD.all
      : picked.length <= 3
        ? picked.map(labelOf).join(', ')
        : WIZARD.picked(picked.length);
  return (
    <Popover.Root>
      <Popover.Trigger
        id={id}
        className={`${buttonClass('outline')} ${styles.button}`}
        aria-labelledby={`${labelledBy} ${id}`}
      >
        <span>{said}</span>
        <ChevronDown size={14} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={4} align="start">
          <Popover.Popup className={styles.popup} aria-label={WIZARD.pick}>
            {paths.length >= MANY && (
              <input
                type="search"
                className={styles.search}
                placeholder={WIZARD.search}
                aria-label={WIZARD.search}
                value={query}
                onChange={(event) => setQuery(event.currentTarget.value)}
              />
            )}
            <ul className={styles.list}>
              {shown.slice(0, MAX_LISTED).map((path) => (
                <li key={toJsonPath(path)}>
                  <label>
                    <input type="checkbox" checked={names.has(toJsonPath(path))} onChange={() => toggle(path)} />
                    <span>{labelOf(path)}</span>
                  </label>
                </li>
              ))}
            </ul>
            {shown.length > MAX_LISTED && <p className={styles.note}>{WIZARD.more(shown.length - MAX_LISTED)}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
