// The text view: Monaco, a session that maintains a window of the document in it, and the document's scrollbar. Loaded lazily,
// because importing this file evaluates Monaco.

import { Editor, loader } from '@monaco-editor/react';
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type Ref,
} from 'react';
import { CodedError } from '../../shared/errors.ts';
import type { EditResult } from '../../shared/protocol/protocol.ts';
import type { FormatPart } from '../../shared/protocol/format-options.ts';
import type { FoldRequest } from '../../shared/protocol/textview.ts';
import type { ByteOffset } from '../../shared/units.ts';
import type { WrapSetting } from '../../shared/settings/wrapping.ts';
import type { DocumentClient, Task } from '../client/document.ts';
import { DiffMarks } from '../compare/difference-marks.ts';
import { SideDifferences } from '../compare/side-differences.ts';
import { NO_PROBLEMS, ProblemSource, type ProblemHost } from '../problem-marks/problem-source.ts';
import { markInvisible } from './rendering/invisible-marks.ts';
import { underlineProblems } from './rendering/problem-view.ts';
import type { Finder } from '../find/finder.ts';
import { ScrollMarks } from '../find/find-marks.ts';
import { TEXT_REFUSED, TEXT_VIEW } from '../strings/editors/text.ts';
import { Scrollbar } from '../widgets/scroll/scrollbar.tsx';
import { NarrowedBar } from '../show-only/narrowed-bar.tsx';
import { readSelectedText } from './input/clipboard.ts';
import { announcing } from '../notices/announcement.ts';
import type { ValueText } from '../../shared/protocol/forms.ts';
import { addActions, type LayoutCommand, type LayoutScope } from './commands/actions.ts';
import { watchClipboard } from './input/clipboard.ts';
import { installCommands } from './commands/document-commands.ts';
import {
  createModel,
  defineThemes,
  EDITOR_OPTIONS,
  loadFont,
  fontOptions,
  leaseLanguage,
  monaco,
  TAB_SIZE,
  type CodeEditor,
} from './editor/editor.ts';
import { TextFindTarget } from './rendering/find-view.ts';
import type { Alignment, TabKey } from '../panel-core/panel-core.ts';
import { TextAlignment } from './rendering/text-alignment.ts';
import { DifferenceView, diffText } from './rendering/difference-view.ts';
import { markText } from './rendering/text-mark-host.ts';
import { watchKeys, type EarlyKey } from './input/waiting-keys.ts';
import type { CaretPlace } from './window/caret-place.ts';
import { installOverrides, runLineCommand } from './commands/overrides.ts';
import { compareRows } from './rendering/row-equality.ts';
import { TextSession } from './session/session.ts';
import { StickyLines } from './rendering/sticky-view.tsx';
import { documentTooltips, offerTooltips } from './language/tooltips.ts';
import { schemaSource, schemaTooltips } from './language/schema-source.ts';
import { documentSource, offerSuggestions } from './language/suggestions.ts';
import { NO_ASSIST, type AssistHost } from '../assist/assist-host.ts';
import { describe, readerOptions } from './rendering/screen-reader.ts';
import { themeName } from './editor/monaco-theme.ts';
import type { Limits } from './window/window-sizing.ts';
import { watchTabKey } from './input/tab-key.ts';
import { watchTouch } from './input/touch.ts';
import { watchZoom } from './input/zoom.ts';
import styles from './rendering/view.module.css';

// Otherwise the loader would fetch Monaco from another host.
loader.config({ monaco });
compareRows();

/** The commands of a mounted view. */
export interface TextHandle {
  /** Shows what an edit from elsewhere has changed, and puts the caret after it. */
  reveal(result: EditResult): void;
  /** Returns the place of the caret; `null` while it is on its way to another place. @throws CodedError */
  readPlace(): Promise<CaretPlace | null>;
  /** Puts the caret at a byte and reveals it. */
  revealOffset(offset: ByteOffset): void;
  focus(): void;
  /** Makes typing wait while the document is being written from elsewhere. Each call needs a call of `release`. */
  hold(): void;
  release(): void;
  isAtEnd(): boolean | null;
  showEnd(): Promise<void>;
  fold(request: FoldRequest): Promise<void>;
  /** The selected part of the text; `null` if nothing is selected. */
  selectedPart(): FormatPart | null;
  /** Returns the selected text; `null` if nothing is selected. @throws CodedError */
  readSelected(): Promise<ValueText | null>;
  /** Present once there is a session. */
  readonly alignment?: Alignment;
}

/**
 * Puts the caret at the character shown at these client coordinates, in pixels, and focuses the editor. Then replays the keys
 * that were typed before the editor was loaded.
 */
export type FocusAt = (point: { readonly x: number; readonly y: number }, early: readonly EarlyKey[]) => void;

/** The props of the text view. */
export interface TextViewProps {
  readonly client: DocumentClient;
  readonly finder: Finder;
  /** The problems of the document; read once. */
  readonly problems?: ProblemHost;
  /** The suggestions and descriptions of the document's schema; read once. */
  readonly schema?: AssistHost;
  /** The differences from the other document. */
  readonly differences?: SideDifferences;
  readonly readOnly?: boolean | undefined;
  readonly theme: 'light' | 'dark';
  /** In pixels. */
  readonly fontSize: number;
  readonly wrap?: WrapSetting;
  /** Whether the text around the caret is written into the page for screen readers. */
  readonly screenReader?: boolean;
  /** The width of a tab, in columns. */
  readonly tabSize?: number;
  /** Changes the setting for wrapping lines. */
  onWrap?(setting: WrapSetting): void;
  onScreenReader?(isOn: boolean): void;
  /** Changes the font size by this number of pixels. */
  onZoom?(byPx: number): void;
  onPlace(place: CaretPlace | null): void;
  /** Called when there is something to say about what Tab does, and when there no longer is. */
  onTabKey?(what: TabKey): void;
  /** Called when a part of the document is on the screen from the next frame on, so that the caret can be put there. */
  onShown?(focusAt: FocusAt): void;
  onError(error: unknown): void;
  onUndo(): void;
  onRedo(): void;
  /** Formats or compacts the text. */
  onFormat?(command: LayoutCommand, scope: LayoutScope): void;
  onSave?(toDisk: boolean): void;
  /** Opens the dialog that copies in other forms. */
  onCopyAs?(): void;
  /** Opens the dialog to go to a place. */
  onGoTo?(): void;
  /** Runs work on the whole document, shows its progress, and lets the user cancel it. */
  onWork?(label: string, work: (task: Task) => Promise<void>): Promise<unknown>;
  /** Runs work that may take long and leaves the text as it is, with its progress shown. */
  onTask?<T>(label: string, work: (task: Task) => Promise<T>): Promise<T>;
  /** The accessible name. */
  readonly label: string;
  /** Sizes of windows in place of the measured ones; read once. */
  readonly limits?: Limits;
  readonly ref?: Ref<TextHandle>;
}

/** For a document that is not compared. */
const NO_DIFFERENCES = new SideDifferences('left', {
  describe: () => Promise.resolve([]),
  within: () => Promise.resolve(null),
});

/** Shows a document of any size as text. */
export default function TextView(props: TextViewProps) {
  const {
    client,
    finder,
    problems = NO_PROBLEMS,
    differences = NO_DIFFERENCES,
    readOnly = false,
    theme,
    fontSize,
    wrap = 'auto',
    screenReader = false,
    tabSize = TAB_SIZE,
    label,
    ref,
  } = props;
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const [session, setSession] = useState<TextSession | null>(null);
  const [said, setSaid] = useState('');
  const announce = useCallback((text: string) => setSaid((before) => announcing(before, text)), []);
  const latest = useRef(props);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (editor === null) return;
    const opened = openSession(editor, client, finder, latest, announce);
    setSession(opened.session);
    return () => {
      setSession(null);
      opened.close();
    };
  }, [editor, client, finder, announce]);

  useEffect(() => {
    if (session === null) return;
    const differing = new DifferenceView(session, differences, (error) => latest.current.onError(error));
    return () => differing.stop();
  }, [session, differences]);

  const [source] = useState(() => new ProblemSource(problems));
  useEffect(() => (session === null ? undefined : underlineProblems(session, source)), [session, source]);

  useEffect(() => {
    session?.setReadOnly(readOnly);
  }, [session, readOnly]);

  useEffect(() => {
    session?.setWrap(wrap);
  }, [session, wrap]);

  useEffect(() => {
    session?.setTabSize(tabSize);
  }, [session, tabSize]);

  useEffect(() => {
    void loadFont(fontSize);
  }, [fontSize]);

  useImperativeHandle(
    ref,
    () => ({
      reveal: (result) => session?.navigation.reveal(result),
      readPlace: async () => session?.readPlace() ?? null,
      revealOffset: (offset) => session?.navigation.goTo(offset),
      focus: () => editor?.focus(),
      fold: async (request) => session?.folds.fold(request),
      selectedPart: () => session?.selectedPart ?? null,
      readSelected: () => readSelectedText(session),
      ...(session !== null && { alignment: new TextAlignment(session, frame.current) }),
      caretBox: () => {
        const at = editor?.getPosition() ?? null;
        const shown = at === null ? null : (editor?.getScrolledVisiblePosition(at) ?? null);
        return shown === null ? null : { top: shown.top, bottom: shown.top + shown.height };
      },
      isAtEnd: () => session?.navigation.isAtEnd ?? null,
      showEnd: async () => session?.navigation.showEnd(),
      hold: () => session?.navigation.hold(),
      release: () => session?.navigation.release(),
    }),
    [session, editor],
  );

  const options = useMemo(
    () => ({
      ...EDITOR_OPTIONS,
      ...fontOptions(fontSize),
      ...readerOptions(screenReader),
      ...(readOnly && { readOnlyMessage: { value: TEXT_REFUSED.readonly } }),
      ariaLabel: label,
    }),
    [fontSize, screenReader, readOnly, label],
  );
  useEffect(() => {
    if (editor !== null) describe(editor, screenReader ? null : `${id}-readers`);
  }, [editor, screenReader, id]);
  const onMount = useCallback((mounted: CodeEditor) => setEditor(mounted), []);

  return (
    <div className={styles['column']}>
      <NarrowedBar client={client} onEnd={() => editor?.focus()} onError={(error) => latest.current.onError(error)} />
      <div className={styles['view']} ref={frame}>
        <div className={styles['editor']} id={id}>
          <Editor
            theme={themeName(theme)}
            options={options}
            beforeMount={defineThemes}
            onMount={onMount}
            loading={TEXT_VIEW.loading}
          />
          {session !== null && <StickyLines session={session} />}
        </div>
        <p id={`${id}-readers`} hidden>
          {TEXT_VIEW.forReaders}
        </p>
        <p className={styles['said']} role="status">
          {said}
        </p>
        {session !== null && (
          <DocumentScrollbar
            session={session}
            finder={finder}
            differences={differences}
            problems={source}
            label={TEXT_VIEW.scroll(label)}
            controls={id}
          />
        )}
      </div>
    </div>
  );
}

function DocumentScrollbar({
  session,
  finder,
  differences,
  problems,
  label,
  controls,
}: {
  readonly session: TextSession;
  readonly finder: Finder;
  readonly differences: SideDifferences;
  readonly problems: ProblemSource;
  readonly label: string;
  readonly controls: string;
}) {
  const { total, viewport, position } = useSyncExternalStore(session.onScrolled, session.getScroll);
  const marks = useMemo(() => new ScrollMarks(finder, markText(session), problems), [session, finder, problems]);
  const lanes = useSyncExternalStore(marks.subscribe, marks.get);
  const diffMarks = useMemo(() => new DiffMarks(differences, diffText(session)), [session, differences]);
  const diffLanes = useSyncExternalStore(diffMarks.subscribe, diffMarks.get);
  const all = useMemo(() => [...diffLanes, ...lanes], [diffLanes, lanes]);
  return (
    <Scrollbar
      total={total}
      viewport={viewport}
      position={position}
      onScroll={(to) => session.navigation.scrollTo(to)}
      label={label}
      controls={controls}
      marks={all}
    />
  );
}

/** Opens a session with everything that belongs to it. Returns it with a function that closes everything. */
function openSession(
  editor: CodeEditor,
  client: DocumentClient,
  finder: Finder,
  props: { readonly current: TextViewProps },
  announce: (text: string) => void,
) {
  const { schema = NO_ASSIST } = props.current;
  const empty = editor.getModel();
  const language = leaseLanguage(() => ({
    inside: session.screen.slice?.startsInString === true ? 'string' : 'nothing',
    depth: session.screen.slice?.startsAtDepth ?? 0,
  }));
  const model = createModel(language.id);
  editor.setModel(model);
  empty?.dispose();
  const session = new TextSession(
    client,
    editor,
    model,
    {
      onPlace: (place) => props.current.onPlace(place),
      onShown: () =>
        props.current.onShown?.(({ x, y }, early) => {
          // What is at a point is found by what is drawn there, which may not be the first text yet.
          editor.render(true);
          const position = editor.getTargetAtClientPoint(x, y)?.position;
          if (position) editor.setPosition(position);
          editor.focus();
          for (const key of early) {
            if (key.type === 'key') keys.press(key.press);
            else if (key.type === 'text') keys.type(key.text);
            else keys.enqueue(() => clipboard.paste(key.text));
          }
        }),
      onError: (error) => props.current.onError(error),
      onEdit: (base, splices) => finder.edited(base, splices),
      onRefused: () => finder.lost(),
      onWork: (label, work) => {
        const { onWork, onError } = props.current;
        (onWork?.(label, work) ?? work({})).catch(onError);
      },
      onTask: (label, work) => props.current.onTask?.(label, work) ?? work({}),
      onAnnounce: announce,
    },
    props.current.limits,
  );
  const finding = new TextFindTarget(session, finder, (error) => props.current.onError(error));
  const keys = watchKeys(session, {
    save: (toDisk) => {
      const { onSave } = props.current;
      return onSave && (() => onSave(toDisk));
    },
    format: () => {
      const { onFormat } = props.current;
      return onFormat && (() => onFormat('format', 'document'));
    },
  });
  const endTracking = client.trackSelection(() => session.caret.spans);
  const clipboard = watchClipboard(session, keys.postpone, (error) => props.current.onError(error));
  const endSuggestions = offerSuggestions(session, language.id, [schemaSource(schema), documentSource(client)]);
  const endTooltips = offerTooltips(session, language.id, [documentTooltips(client), schemaTooltips(schema)]);
  installOverrides(session);
  const endActions = addActions(editor, {
    format: (command, scope) => props.current.onFormat?.(command, scope),
    copyAs: () => props.current.onCopyAs?.(),
    goTo: () => props.current.onGoTo?.(),
    runOnLines: (id) => runLineCommand(session, id),
    toggleWrap: () => {
      const { onWrap } = props.current;
      if (session.navigation.isWrapped && session.navigation.mustWrap)
        props.current.onError(new CodedError('refused', TEXT_REFUSED.wrap));
      else onWrap?.(session.navigation.isWrapped ? 'off' : 'on');
    },
    toggleScreenReader: () => {
      const { screenReader = false, onScreenReader } = props.current;
      onScreenReader?.(!screenReader);
      announce(TEXT_VIEW.screenReader(!screenReader));
    },
  });
  const endZoom = watchZoom(editor.getContainerDomNode(), (steps) => props.current.onZoom?.(steps));
  const tabKey = watchTabKey(editor, (what) => props.current.onTabKey?.(what));
  const endTouch = watchTouch(session);
  const endMarks = markInvisible(editor);
  installCommands(editor, {
    undo: () => props.current.onUndo(),
    redo: () => props.current.onRedo(),
    selectAll: () => session.selectAll(),
    goToEnd: (end, select) => session.navigation.goTo(end === 'first' ? 0 : session.size, select),
    find: (command) => finding.run(command),
  });
  return {
    session,
    close: () => {
      keys.stop();
      clipboard.stop();
      endActions();
      endSuggestions();
      endTooltips();
      tabKey.dispose();
      endTouch();
      endMarks();
      endZoom();
      endTracking();
      finding.stop();
      session.dispose();
      editor.setModel(null);
      model.dispose();
      language.release();
    },
  };
}
