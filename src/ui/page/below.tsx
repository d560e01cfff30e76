// The page below the editor. It comes when the browser has nothing else to do, or at once where the hash asks for it.

import { lazy, Suspense, useEffect, useState } from 'react';
import type { App } from '../app/app-model.ts';
import { parseRoute } from '../app/link/route.ts';
import { isSection } from '../strings/app/sections.ts';
import { Boundary } from '../widgets/boundary.tsx';
import { inTime } from '../patiently.ts';

const Content = lazy(inTime(() => import('./content.tsx')));

/** Somebody may have come for the page and not for the editor: it does not wait longer than this, in milliseconds. */
const PATIENCE_MS = 4000;

/** The sections below the editor, once it is their turn. @see requirements PAN-10 */
export function Sections({ app }: { readonly app: App }) {
  const [wanted, setWanted] = useState(isAsked);
  useEffect(() => {
    if (wanted) return;
    const want = (): void => setWanted(true);
    const ask = (): void => setWanted(isAsked());
    const end = whenIdle(want);
    addEventListener('hashchange', ask);
    return () => {
      end();
      removeEventListener('hashchange', ask);
    };
  }, [wanted]);
  if (!wanted) return null;
  return (
    <Boundary>
      <Suspense fallback={null}>
        <Content app={app} />
      </Suspense>
    </Boundary>
  );
}

function isAsked(): boolean {
  return isSection(parseRoute(location.hash).section);
}

/** Calls back once the browser is idle; Safari does not tell. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
