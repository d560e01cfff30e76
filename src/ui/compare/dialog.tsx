// The dialog for the options of Compare. Changes apply immediately.

import { readEntered } from '../settings/ignored-paths.ts';
import { usePreferences, type Preferences, type PreferenceStore } from '../settings/preferences.ts';
import { COMPARE_OPTIONS } from '../strings/compare/compare-options.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { FieldGroup, SegmentsField, SwitchField, TextField } from '../widgets/dialog/fields.tsx';

export interface CompareDialogProps {
  readonly preferences: PreferenceStore;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function CompareDialog({ preferences, open, onClose }: CompareDialogProps) {
  const chosen = usePreferences(preferences);
  // What structure does not look at is not asked for.
  const isStructure = chosen.compareStructureOnly;
  const text = (name: 'compareTolerance' | 'compareIdentity' | 'compareIgnorePaths', problem: string) => ({
    value: String(chosen[name]),
    onText: (typed: string): string | null => {
      const value: Preferences[typeof name] | undefined = readEntered(name, typed);
      if (value === undefined) return problem;
      preferences.set(name, value);
      return null;
    },
  });
  return (
    <Dialog title={COMPARE_OPTIONS.title} open={open} onClose={onClose}>
      <FieldGroup title={COMPARE_OPTIONS.what}>
        <SwitchField
          label={COMPARE_OPTIONS.structure}
          hint={COMPARE_OPTIONS.structureHint}
          isOn={chosen.compareStructureOnly}
          onChange={(isOn) => preferences.set('compareStructureOnly', isOn)}
        />
      </FieldGroup>
      <FieldGroup title={COMPARE_OPTIONS.values}>
        {!isStructure && (
          <>
            <SegmentsField
              label={COMPARE_OPTIONS.numbers}
              choices={[
                { value: 'value', label: COMPARE_OPTIONS.byValue },
                { value: 'spelling', label: COMPARE_OPTIONS.asWritten },
              ]}
              value={chosen.compareNumbers}
              onChange={(numbers) => preferences.set('compareNumbers', numbers)}
            />
            <TextField
              label={COMPARE_OPTIONS.tolerance}
              hint={COMPARE_OPTIONS.toleranceHint}
              {...text('compareTolerance', COMPARE_OPTIONS.toleranceProblem)}
            />
          </>
        )}
        <TextField
          label={COMPARE_OPTIONS.ignorePaths}
          hint={COMPARE_OPTIONS.ignorePathsHint}
          {...text('compareIgnorePaths', COMPARE_OPTIONS.ignorePathsProblem)}
        />
      </FieldGroup>
      {!isStructure && (
        <FieldGroup title={COMPARE_OPTIONS.arrays}>
          <SwitchField
            label={COMPARE_OPTIONS.ignoreOrder}
            isOn={chosen.compareIgnoreOrder}
            onChange={(isOn) => preferences.set('compareIgnoreOrder', isOn)}
          />
          <TextField
            label={COMPARE_OPTIONS.identity}
            hint={COMPARE_OPTIONS.identityHint}
            {...text('compareIdentity', '')}
          />
        </FieldGroup>
      )}
      <Actions>
        <Button look="primary" onClick={onClose}>
          {COMPARE_OPTIONS.close}
        </Button>
      </Actions>
    </Dialog>
  );
}
