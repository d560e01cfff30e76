// The dialog that exports a document as CSV.

import { useState } from 'react';
import type { CsvLineEnd, CsvWriteOptions } from '../../shared/protocol/csv.ts';
import type { Panel } from '../app-model/app-model.ts';
import { CSV, CSV_EXPORT } from '../strings/documents/csv.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { ChoiceField, SwitchField } from '../widgets/dialog/fields.tsx';
import { exportCsv, type ExportPlan } from './export-csv.ts';
import styles from './csv.module.css';

const SEPARATORS = [',', ';', '\t', '|'] as const;
const LINE_ENDS: readonly CsvLineEnd[] = ['LF', 'CRLF', 'CR'];

export interface ExportDialogProps {
  readonly panel: Panel;
  readonly other: Panel;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog "Export as CSV". @see requirements TAB-4 */
export default function ExportDialog({ panel, other, open, onClose }: ExportDialogProps) {
  const [options, setOptions] = useState<CsvWriteOptions>({});
  const change = (more: CsvWriteOptions): void => setOptions({ ...options, ...more });
  const [plan, setPlan] = useState<ExportPlan>({ what: 'all', to: 'file' });
  const shown = open ? (panel.core.view?.shownCells?.() ?? null) : null;
  const submit = (): void => {
    onClose();
    void exportCsv(panel.core, options, plan, other.actions.opening);
  };
  const isTyped = options.form === 'typed';
  return (
    <Dialog title={CSV_EXPORT.title} open={open} onClose={onClose}>
      <div className={styles.fields}>
        {shown !== null && (
          <ChoiceField<ExportPlan['what']>
            label={CSV_EXPORT.what}
            choices={[
              { value: 'all', label: CSV_EXPORT.all },
              { value: 'shown', label: CSV_EXPORT.shown(shown.rows, shown.names.length) },
            ]}
            value={plan.what}
            onChange={(what) => setPlan({ ...plan, what })}
          />
        )}
        <ChoiceField<ExportPlan['to']>
          label={CSV_EXPORT.to}
          choices={[
            { value: 'file', label: CSV_EXPORT.file },
            { value: 'panel', label: CSV_EXPORT.panel },
            { value: 'clipboard', label: CSV_EXPORT.clipboard },
          ]}
          value={plan.to}
          onChange={(to) => setPlan({ ...plan, to })}
        />
        <ChoiceField
          label={CSV_EXPORT.form}
          hint={isTyped ? CSV_EXPORT.typedHint : CSV_EXPORT.plainHint}
          choices={[
            { value: 'plain', label: CSV_EXPORT.plain },
            { value: 'typed', label: CSV_EXPORT.typed },
          ]}
          value={options.form ?? 'plain'}
          onChange={(form) => change({ form, ...(form === 'typed' && { header: true }) })}
        />
        <ChoiceField
          label={CSV_EXPORT.separator}
          choices={SEPARATORS.map((value) => ({ value, label: CSV.separatorName(value) }))}
          value={SEPARATORS.find((one) => one === options.separator) ?? ','}
          onChange={(separator) => change({ separator })}
        />
        <ChoiceField
          label={CSV_EXPORT.lineEnd}
          choices={LINE_ENDS.map((value) => ({ value, label: value }))}
          value={options.lineEnd ?? 'LF'}
          onChange={(lineEnd) => change({ lineEnd })}
        />
        <ChoiceField
          label={CSV_EXPORT.nested}
          hint={options.nested === 'json' ? CSV_EXPORT.jsonHint : CSV_EXPORT.flattenHint}
          choices={[
            { value: 'flatten', label: CSV_EXPORT.flatten },
            { value: 'json', label: CSV_EXPORT.json },
          ]}
          value={options.nested ?? 'flatten'}
          onChange={(nested) => change({ nested })}
        />
        {!isTyped && (
          <SwitchField
            label={CSV_EXPORT.header}
            isOn={options.header !== false}
            onChange={(header) => change({ header })}
          />
        )}
        <SwitchField
          label={CSV_EXPORT.mark}
          hint={CSV_EXPORT.markHint}
          isOn={options.mark === true}
          onChange={(mark) => change({ mark })}
        />
        <SwitchField
          label={CSV_EXPORT.formulas}
          hint={CSV_EXPORT.formulasHint}
          isOn={options.formulas === 'escape'}
          onChange={(isOn) => change({ formulas: isOn ? 'escape' : 'keep' })}
        />
      </div>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <Button look="primary" onClick={submit}>
          {CSV_EXPORT.save}
        </Button>
      </Actions>
    </Dialog>
  );
}
