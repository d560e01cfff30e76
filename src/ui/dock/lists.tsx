// The lists of the dock: the label of each, its count, the buttons beside the tabs, and the list itself.

import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { useCompareState } from '../compare/comparison.ts';
import { DifferenceList } from '../compare/difference-list.tsx';
import { extractionOf } from '../extract/extraction.ts';
import { FoundList } from '../extract/found-list.tsx';
import { ResultListView } from '../find/result-list.tsx';
import { StepListView, useSteps } from '../history/step-list-view.tsx';
import type { DockTab } from '../panel-core/dock-state.ts';
import type { PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { ProblemActions, ProblemListView } from '../problems/problem-list-view.tsx';
import type { ProblemList } from '../problems/problem-list.ts';
import { ReceiptView } from '../receipt/receipt-view.tsx';
import { usePreferences } from '../settings/preferences.ts';
import { DIFFERENCES } from '../strings/compare/differences.ts';
import { RESULTS } from '../strings/editors/results.ts';
import { EXTRACT } from '../strings/panel/extract.ts';
import { HISTORY } from '../strings/panel/history.ts';
import { PROBLEMS } from '../strings/panel/problems.ts';
import { RECEIPT } from '../strings/panel/receipt.ts';

/** What the lists of a panel are made of. */
export interface DockProps {
  readonly app: PageModel;
  readonly panel: Panel;
  readonly problems: ProblemList;
}

/** What the tab of a list says. */
export interface ListCount {
  /** The number of entries; `null` for a list that isn't counted. */
  readonly count: number | null;
  /** Whether there is such a list at all. */
  readonly isThere: boolean;
}

interface CountProps extends DockProps {
  readonly render: (count: ListCount) => ReactNode;
}

interface DockList {
  readonly label: string;
  /** Renders what is told of it, whenever that changes. */
  readonly Count: ComponentType<CountProps>;
  readonly Actions: ComponentType<DockProps> | null;
  readonly Content: ComponentType<DockProps>;
}

/** All lists, by their tab. */
export const LISTS: Readonly<Record<DockTab, DockList>> = {
  problems: {
    label: PROBLEMS.title,
    Count: ({ panel, render }) => {
      const { count } = usePanelPart(panel.core, countOfProblems);
      return render({ count, isThere: true });
    },
    Actions: ({ panel, problems }) => <ProblemActions core={panel.core} list={problems} />,
    Content: ({ panel, problems }) => <ProblemListView core={panel.core} list={problems} />,
  },
  found: {
    label: EXTRACT.title,
    Count: ({ panel, render }) => {
      const { count } = useSnapshot(extractionOf(panel.core).state);
      return render({ count, isThere: count > 0 });
    },
    Actions: null,
    Content: ({ app, panel }) => <FoundList app={app} panel={panel} />,
  },
  results: {
    label: RESULTS.title,
    Count: ({ panel: { finder }, render }) => {
      const count = useSyncExternalStore(finder.subscribe, () => finder.getState().count);
      const isOpen = useSyncExternalStore(finder.subscribe, () => finder.getState().open);
      return render({ count: isOpen ? count : null, isThere: isOpen });
    },
    Actions: null,
    Content: ({ app, panel }) => {
      const { escapeControlCharacters } = usePreferences(app.preferences);
      const controls = escapeControlCharacters ? 'escapes' : 'signs';
      return <ResultListView core={panel.core} finder={panel.finder} controls={controls} />;
    },
  },
  steps: {
    label: HISTORY.title,
    Count: ({ panel, render }) => {
      const steps = useSteps(panel.core);
      return render({ count: steps?.steps.length ?? null, isThere: true });
    },
    Actions: null,
    Content: ({ panel }) => <StepListView core={panel.core} />,
  },
  differences: {
    label: DIFFERENCES.title,
    Count: ({ app, render }) => {
      const { on, phase, count } = useCompareState(app.comparing);
      return render({ count: on && phase === 'ready' ? count : null, isThere: on });
    },
    Actions: null,
    Content: ({ app }) => <DifferenceList comparing={app.comparing} />,
  },
  receipt: {
    label: RECEIPT.title,
    Count: ({ render }) => render({ count: null, isThere: true }),
    Actions: null,
    Content: ({ panel: { core, actions } }) => (
      <ReceiptView core={core} onGo={(offset) => actions.editing.showOffset(offset, false)} />
    ),
  },
};

function countOfProblems({ problems }: PanelState) {
  return { count: (problems?.groups ?? []).reduce((sum, { count }) => sum + count, 0) };
}
