// The icon of a notice, distinguished by shape and by colour.

import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Severity } from './notices.ts';
import styles from './severity.module.css';

const ICONS: Record<Severity, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

/** The icon of a severity; with a label if the severity is not named otherwise. */
export function SeveritySign({ severity, label }: { readonly severity: Severity; readonly label?: string }) {
  const Icon = ICONS[severity];
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Icon size={16} className={styles.sign} data-severity={severity} {...name} />;
}
