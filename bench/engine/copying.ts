// Steps of the suite `copies`: records written in the forms in which values are copied, in scans of the document.

import { finish } from '../../src/engine/base/work.ts';
import { writeForm } from '../../src/engine/forms/write-form.ts';
import { VALUE_FORMS } from '../../src/shared/protocol/forms.ts';
import { generate } from '../generate.ts';
import { openDocument, scanOf } from './open.ts';
import type { BenchJob, Step } from './step.ts';

/** Returns a step for each form. */
export function* copySteps({ shape, style, size }: BenchJob): Generator<Step> {
  const document = openDocument(generate(shape, style, size));
  const scanning = scanOf(document);
  for (const form of VALUE_FORMS)
    yield { name: `copy as ${form}`, own: () => finish(writeForm(document, form, false)), beside: [scanning] };
}
