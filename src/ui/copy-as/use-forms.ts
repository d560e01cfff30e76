// What is selected in a panel, in forms: the chosen one, and where that takes no time all of them.

import { useEffect, useRef, useState } from 'react';
import { hasCode } from '../../shared/errors.ts';
import { VALUE_FORMS, type FormText, type ValueForm } from '../../shared/protocol/forms.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { readSelected } from './copy-as.ts';
import { JobHost } from '../client/job-host.ts';
import { writeFormIn, type CopySource } from './form-jobs.ts';

/** Up to this many bytes all forms are written for their estimates, and not only the chosen one. */
const SMALL = 256 * 1024;
/** Bytes of a form that are shown. */
const PREVIEW_BYTES = 4096;

/** A form that was written with its beginning, or why it could not be. */
export type Written = (FormText & { readonly preview: string }) | { readonly problem: string };

/** The forms of what is selected. */
export interface Forms {
  /** `null` until it is read. */
  readonly source: CopySource | null;
  /** Why it can't be read; empty if it can. */
  readonly problem: string;
  readonly written: ReadonlyMap<ValueForm, Written>;
}

/** Reads what is selected once, and writes it in forms, each once. */
export function useForms(core: PanelCore, form: ValueForm): Forms {
  const [source, setSource] = useState<CopySource | null>(null);
  const [problem, setProblem] = useState('');
  const [written, setWritten] = useState<ReadonlyMap<ValueForm, Written>>(new Map());
  const writing = useRef<((forms: readonly ValueForm[]) => void) | null>(null);

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const worker = new JobHost();
    const begun = new Set<ValueForm>();
    const start = async (): Promise<void> => {
      const selected = await readSelected(core, { signal });
      if (signal.aborted) return;
      writing.current = (forms) => {
        for (const one of forms) {
          if (begun.has(one)) continue;
          begun.add(one);
          void writeOne(worker, selected, one, signal).then((made) => {
            if (!signal.aborted) setWritten((known) => new Map(known).set(one, made));
          });
        }
      };
      setSource(selected);
    };
    start().catch((error: unknown) => {
      if (!signal.aborted && !hasCode(error, 'cancelled')) setProblem(messageOf(error));
    });
    return () => {
      writing.current = null;
      // Otherwise forms that still wait for their turn would start another worker.
      stopping.abort();
      worker.close();
    };
  }, [core]);

  useEffect(() => {
    if (source === null) return;
    const { size } = 'text' in source ? source.text : source.state;
    writing.current?.([form, ...(size <= SMALL ? VALUE_FORMS : [])]);
  }, [source, form]);

  return { source, problem, written };
}

async function writeOne(worker: JobHost, source: CopySource, form: ValueForm, signal: AbortSignal): Promise<Written> {
  try {
    const made = await writeFormIn(worker, source, form, { signal });
    const start = await made.content.slice(0, PREVIEW_BYTES).text();
    return { ...made, preview: made.content.size > PREVIEW_BYTES ? `${start.replace(/\uFFFD+$/, '')}…` : start };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
