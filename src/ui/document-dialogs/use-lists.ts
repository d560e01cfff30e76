// The lists of the open dialog, which are read again after every change of a document.

import { useEffect, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { App } from '../app-model/app-model.ts';
import { messageOf } from '../notices/notices.ts';
import { OPEN } from '../strings/documents/documents.ts';
import { listedCloud, listedLocal, listedRecent, type DocumentEntry } from './list-entries.ts';

/** The documents to choose from; a list is `null` while it is being read. */
export interface Lists {
  readonly recent: readonly DocumentEntry[];
  readonly local: readonly DocumentEntry[] | null;
  readonly cloud: readonly DocumentEntry[] | null;
  /** Why a list is unavailable. */
  readonly problem: { readonly recent?: string; readonly local?: string; readonly cloud?: string };
}

/** Reads the lists. The list of the cloud costs a request, and is read only while `wantsCloud`. */
export function useLists(app: App, wantsCloud: boolean): Lists {
  const { documents, panels } = app;
  const [local, setLocal] = useState<readonly DocumentEntry[] | null>(null);
  const [recent, setRecent] = useState<readonly DocumentEntry[]>([]);
  const [cloud, setCloud] = useState<readonly DocumentEntry[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let open = true;
    const read = (): void => {
      setRecent(documents.recent.read().map(listedRecent));
      documents.local.list().then(
        (metas) => open && setLocal(metas.map(listedLocal)),
        (error: unknown) => {
          if (!open) return;
          setLocal([]);
          panels.left.core.report(error);
        },
      );
    };
    read();
    const endings = [documents.local.channel.subscribe(read), subscribeKey(documents.state, 'changes', read)];
    return () => {
      open = false;
      for (const end of endings) end();
    };
  }, [documents, panels]);
  const isSignedIn = documents.cloud?.isSignedIn === true;
  useEffect(() => {
    if (!wantsCloud || !isSignedIn) return;
    let open = true;
    const read = async (): Promise<void> => {
      try {
        const entries = await (await documents.cloudShelf()).list();
        if (!open) return;
        setCloud(entries.map(listedCloud));
        setProblem(null);
      } catch (error) {
        if (!open) return;
        setProblem(messageOf(error));
        panels.left.core.report(error);
      }
    };
    void read();
    const end = documents.cloud?.channel.subscribe(() => void read());
    return () => {
      open = false;
      end?.();
    };
  }, [documents, panels, wantsCloud, isSignedIn]);
  const missing = documents.cloud === null ? OPEN.cloud : isSignedIn ? problem : OPEN.signedOut;
  return { recent, local, ...(missing === null ? { cloud, problem: {} } : { cloud: [], problem: { cloud: missing } }) };
}
