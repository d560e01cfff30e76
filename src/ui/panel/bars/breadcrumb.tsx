// The path in the status line of the tree: each value on it is a button that goes there, the space after them opens the field
// for typing a path, and a menu copies the path.

import { ChevronRight, Copy } from 'lucide-react';
import { Fragment } from 'react';
import type { Segment } from '../../../shared/document/path.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import styles from './breadcrumb.module.css';
import { around, pathGroups, type PathMenuProps } from './path-menu.tsx';
import { PATH } from '../../strings/panel/go-to.ts';

/** Most buttons. In a longer path one button with a menu replaces the middle. */
const MAX_CRUMBS = 6;
const HEAD = 1;
const TAIL = 4;
/** Longest name in characters; the rest is cut before it is rendered. */
const MAX_NAME_LENGTH = 60;

/** The path as buttons. */
export function Breadcrumb({ side, path, actions }: PathMenuProps) {
  const hidden = path.length + 1 > MAX_CRUMBS ? { from: HEAD, end: path.length + 1 - TAIL } : { from: 0, end: 0 };
  const lengths = Array.from({ length: path.length + 1 }, (_, length) => length);
  const shown = lengths.filter((length) => length < hidden.from || length >= hidden.end);
  return (
    <div className={styles['bar']}>
      <nav aria-label={PATH.paths[side]} className={styles['crumbs']}>
        {shown.map((length) => (
          <Fragment key={length}>
            {length > 0 && <ChevronRight size={12} aria-hidden className={styles['between']} />}
            {length === hidden.end && hidden.end > 0 && (
              <>
                <Menu
                  title="…"
                  label={PATH.more}
                  className={styles['crumb']}
                  groups={[{ entries: around(path, actions).slice(HEAD, 1 - TAIL) }]}
                />
                <ChevronRight size={12} aria-hidden className={styles['between']} />
              </>
            )}
            <button
              type="button"
              className={styles['crumb']}
              aria-current={length === path.length ? 'location' : undefined}
              onClick={() => void actions.going.goTo({ type: 'path', path: path.slice(0, length) })}
            >
              <bdi>{length === 0 ? '$' : nameOf(path[length - 1] ?? '')}</bdi>
            </button>
          </Fragment>
        ))}
      </nav>
      <button
        type="button"
        className={styles['rest']}
        aria-label={PATH.type}
        data-hint={PATH.typeHint}
        onClick={() => actions.going.askGoTo(path)}
      />
      <Menu
        title={<Copy size={13} aria-hidden />}
        label={PATH.copy}
        tooltip={PATH.copyHint}
        className={styles['copy']}
        align="end"
        groups={pathGroups(path, actions)}
      />
    </div>
  );
}

function nameOf(segment: Segment): string {
  const name = String(segment);
  if (name === '') return '""';
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH)}…`;
}
