import type { QueryLanguage } from '../../shared/query.ts';
import type { WizardFields } from '../../shared/wizard.ts';
export function Help(_: {
  readonly language: QueryLanguage;
  readonly fields: WizardFields | null;
  readonly onExample: (text: string) => void;
  readonly onClose: () => void;
}) {
  return null;
}
