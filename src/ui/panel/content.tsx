// The middle of a panel: the view of its mode, or a message in its place. Views are loaded when they are first shown.

import { Suspense } from 'react';
import { lazyPart } from '../browser/lazy-part.tsx';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import type { PanelState } from '../panel-core/panel-core.ts';
import { usePanelDocument, usePanelPart } from '../panel-core/use-panel-part.ts';
import { SIGN_IN } from '../strings/account/account.ts';
import { AGAIN, KEY_FAILED } from '../strings/documents/opening.ts';
import { BLANK, CONTENT } from '../strings/panel/panel.ts';
import { sentenceOf } from '../strings/app/sentence.ts';
import { Button } from '../widgets/button.tsx';
import { Empty, Loading } from './empty.tsx';
import type { Openers } from './dialog-openers.ts';
import type { ViewSettings } from './view-props.ts';
import { TextContent } from './text-content.tsx';

const loadTree = () => import('./tree-content.tsx');
const TreeContent = lazyPart(loadTree);
const TableContent = lazyPart(() => import('./table-content.tsx'));

export interface PanelContentProps {
  readonly app: PageModel;
  readonly panel: Panel;
  readonly look: ViewSettings;
  readonly openers: Openers;
}

/** Loads the tree view ahead of its first use. */
export function prepareTree(): void {
  // An error is ignored here: showing the tree loads it again.
  loadTree().catch(() => undefined);
}

export function Content({ app, panel, look, openers }: PanelContentProps) {
  const { core, actions } = panel;
  const state = usePanelPart(core, contentOf);
  const document = usePanelDocument(core);
  const { isEmpty } = state;
  const showText = (): void => actions.editing.setMode('text');

  if (state.blank) {
    const { problem, reasons, retryKey, fileToReopen } = state;
    if (fileToReopen !== null) {
      return (
        <Empty title={AGAIN.title(fileToReopen)} text={AGAIN.text}>
          <Button look="primary" onClick={() => void actions.reopening.openAgain()}>
            {AGAIN.open}
          </Button>
          <Button look="outline" onClick={() => void actions.opening.clear(null)}>
            {AGAIN.leave}
          </Button>
        </Empty>
      );
    }
    const isPrivate = problem === KEY_FAILED.private;
    const retry = retryKey === null ? null : isPrivate ? openers.signIn : () => void actions.opening.openKey(retryKey);
    return (
      <Blank
        problem={problem}
        reasons={reasons}
        openers={openers}
        onRetry={retry}
        onNew={() => void actions.opening.startNew()}
      />
    );
  }
  if (state.mode === 'text') {
    return <TextContent app={app} panel={panel} look={look} name={state.name} />;
  }
  if (state.tree === 'none') {
    if (state.isComing) return <Loading />;
    return (
      <Empty title={isEmpty ? CONTENT.empty : CONTENT.noTree} text={isEmpty ? undefined : state.message}>
        <Button look="outline" onClick={showText}>
          {CONTENT.asText}
        </Button>
      </Empty>
    );
  }
  const stale = state.tree === 'stale';
  const { name } = state;
  const view = { app, panel, look, name, document, stale, isLoading: state.isLoading, onText: showText };
  return (
    <Suspense fallback={<Loading />}>
      {state.mode === 'table' ? <TableContent {...view} /> : <TreeContent {...view} isWriting={state.writes > 0} />}
    </Suspense>
  );
}

/** Picks the state that selects the view; in text mode, only fields that don't change with every keystroke. */
function contentOf({
  mode,
  writes,
  doc,
  document: { blank, name, problem, reasons, retryKey, fileToReopen },
}: PanelState) {
  const isText = mode === 'text';
  const isEmpty = !isText && doc.size === 0 && doc.phase !== 'loading';
  return {
    blank,
    mode,
    name,
    problem,
    reasons,
    retryKey,
    fileToReopen,
    isEmpty,
    writes: isText ? 0 : writes,
    tree: isText ? 'none' : doc.tree,
    isComing: !isText && (doc.phase === 'loading' || (doc.validity === 'unknown' && !isEmpty)),
    isLoading: !isText && doc.phase === 'loading',
    message: isText ? undefined : doc.error?.message,
  };
}

function Blank({
  problem,
  reasons,
  openers,
  onRetry,
  onNew,
}: {
  readonly problem: string | null;
  readonly reasons: readonly string[];
  readonly openers: Openers;
  readonly onRetry: (() => void) | null;
  readonly onNew: () => void;
}) {
  return (
    <Empty
      title={problem === null ? BLANK.title : sentenceOf(problem)}
      details={problem ?? undefined}
      text={problem === null ? BLANK.text : undefined}
      reasons={reasons}
      failed={problem !== null}
    >
      {onRetry !== null && (
        <Button look="primary" onClick={onRetry}>
          {problem === KEY_FAILED.private ? SIGN_IN : BLANK.retry}
        </Button>
      )}
      <Button look={onRetry === null ? 'primary' : 'outline'} onClick={() => void openers.chooseFile()}>
        {BLANK.openFile}
      </Button>
      <Button look="outline" onClick={openers.askDocument}>
        {BLANK.recent}
      </Button>
      <Button look="outline" onClick={() => void openers.paste()}>
        {BLANK.paste}
      </Button>
      <Button look="outline" onClick={onNew}>
        {BLANK.startEmpty}
      </Button>
    </Empty>
  );
}
