// The sections below the editor. They are loaded when the browser is idle, or immediately if the hash names one.

import { useEffect, useState } from 'react';
import type { App } from '../app-model/app-model.ts';
import { parseRoute } from '../link/route.ts';
import { isSection } from '../strings/app/sections.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

const Content = lazyPart(() => import('./content.tsx'));

/** Longest wait for an idle browser, in milliseconds: a visitor may have come for the sections and not for the editor. */
const PATIENCE_MS = 4000;

/** The sections below the editor, once they are loaded. @see requirements PAN-10 */
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
    <PartBoundary>
      <Content app={app} />
    </PartBoundary>
  );
}

function isAsked(): boolean {
  return isSection(parseRoute(location.hash).section);
}

/** Calls back once the browser is idle; Safari doesn't report that. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
