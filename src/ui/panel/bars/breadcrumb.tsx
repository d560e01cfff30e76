// The path in the status line of the tree: each value on it is a button that goes there, the space after them opens the field
// for typing a path, and a menu copies the path.

import { ChevronRight, Copy } from 'lucide-react';
import { Fragment } from 'react';
import type { Path, Segment } from '../../../shared/document/path.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import styles from './breadcrumb.module.css';
import { around, pathGroups, type PathMenuProps } from './path-menu.tsx';
import { fittingTail, textWidths, type LineWidth } from './line-width.ts';
import { PATH } from '../../strings/panel/go-to.ts';

/** Most buttons. In a longer path, or where fewer fit, one button with a menu replaces the others. */
const MAX_CRUMBS = 12;
/** Longest name in characters; the rest is cut before it is rendered. */
const MAX_NAME_LENGTH = 60;
/** Padding of a name and the arrow before it, the least width of a name, the field and the menu after the names; in pixels. */
const FIXED_PX = { name: 8, arrow: 12, least: 20, rest: 16 + 21 } as const;
const TALL_PX = { name: 8, arrow: 12, least: 24, rest: 16 + 40 } as const;

/** The path as buttons: as many of the last as fit. */
export function Breadcrumb({ side, path, actions, width }: PathMenuProps) {
  const widths = width === null ? null : crumbWidths(path, width);
  const fixed = width?.isTall === true ? TALL_PX : FIXED_PX;
  const room = (width?.room ?? 0) - fixed.rest;
  const count = widths === null ? path.length + 1 : fittingTail(widths, room, fixed.least + fixed.name + fixed.arrow);
  const first = path.length + 1 - Math.min(count, MAX_CRUMBS);
  const shown = Array.from({ length: path.length + 1 - first }, (_, index) => first + index);
  return (
    <div className={styles['bar']}>
      <nav aria-label={PATH.paths[side]} className={styles['crumbs']}>
        {shown.map((length) => (
          <Fragment key={length}>
            {length === first && first > 0 && (
              <Menu
                title="…"
                label={PATH.more}
                className={styles['crumb']}
                groups={[{ entries: around(path.slice(0, first), actions) }]}
              />
            )}
            {length > 0 && <ChevronRight size={12} aria-hidden className={styles['between']} />}
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

/** Returns how wide the whole path is as buttons, in pixels. */
export function breadcrumbWidth(path: Path, width: LineWidth): number {
  const { rest } = width.isTall ? TALL_PX : FIXED_PX;
  return crumbWidths(path, width).reduce((sum, crumb) => sum + crumb, rest);
}

function crumbWidths(path: Path, { font, isTall }: LineWidth): number[] {
  const { name, arrow, least } = isTall ? TALL_PX : FIXED_PX;
  const names = textWidths(['$', ...path.map(nameOf)], font);
  return names.map((text, index) => Math.max(least, text) + name + (index === 0 ? 0 : arrow));
}

function nameOf(segment: Segment): string {
  const name = String(segment);
  if (name === '') return '""';
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH)}…`;
}
