// Every way on which something of a document leaves this page: as a link, a request, a message to the page around, a file or the
// clipboard. What asks takes its name from here; a test compares the calls named here with those in the source, and fails where one
// has no entry. @see docs/trust.md

/** What the leak guard does at an exit. */
export type ExitRule =
  /** Asks before a document with secrets leaves. */
  | 'asks'
  /** Says what the document holds, before the user takes what is offered. */
  | 'shows'
  /** Nothing: it stays with the user, or goes where the user's own question was answered. */
  | 'never';

/** A way out. */
export interface Exit {
  /** As the user knows it. */
  readonly what: string;
  readonly rule: ExitRule;
  /** Why it is ruled so. */
  readonly why: string;
  /** The calls that do it: a file of `src`, and what it calls. */
  readonly calls: readonly string[];
}

/** All exits, by the names that `mayLeave` takes. */
export const EXITS = {
  send: {
    what: 'Save to a web address…',
    rule: 'asks',
    why: 'The text goes to an address.',
    calls: ['ui/documents/save/save-actions.ts fetch'],
  },
  publish: {
    what: 'Save to cloud where it would become public, Access… → Public',
    rule: 'asks',
    why: 'Whoever has the link can read it, with its name and its schema.',
    calls: ['ui/documents/cloud/cloud-client.ts fetch'],
  },
  public: {
    what: 'A save of a document that is public, autosave included',
    rule: 'asks',
    why: 'It is read by others at once. It asks when the save adds a find.',
    calls: ['ui/documents/cloud/cloud-client.ts fetch'],
  },
  people: {
    what: 'Access… → a person',
    rule: 'asks',
    why: 'Somebody else can read it from now on.',
    calls: ['ui/documents/cloud/cloud-client.ts fetch'],
  },
  view: {
    what: 'Share… → To all that is shown',
    rule: 'asks',
    why: 'The link holds the documents of both panels, or the addresses they came from. After Link to a redacted copy it holds redacted copies.',
    calls: ['ui/sharing/view-link.ts packInline'],
  },
  link: {
    what: 'Copy link to a value',
    rule: 'asks',
    why: 'The link holds the document, or the address it came from.',
    calls: ['ui/sharing/view-link.ts copyText'],
  },
  share: {
    what: 'Share… → With the document in it',
    rule: 'shows',
    why: 'The dialog says what the document holds above the link, and offers a redacted copy.',
    calls: [
      'ui/sharing/share-dialog.tsx packInline',
      'ui/sharing/share-dialog.tsx plainInline',
      'ui/sharing/share-dialog.tsx copyText',
    ],
  },
  host: {
    what: 'Save in an embedded editor, if its host sets checkSecrets',
    rule: 'asks',
    why: 'The page around the editor takes the text.',
    calls: ['embed/page/host-port.ts postMessage'],
  },
  read: {
    what: 'What a host reads, and the events that it gets',
    rule: 'never',
    why: 'The page around the editor has given the document to it.',
    calls: ['embed/page/host-port.ts postMessage', 'embed/page/handshake.ts postMessage'],
  },
  cloud: {
    what: 'Save to cloud, private',
    rule: 'never',
    why: 'It is the user’s own storage.',
    calls: ['ui/documents/cloud/cloud-client.ts fetch'],
  },
  disk: {
    what: 'Save to disk, downloads, exports to a file',
    rule: 'never',
    why: 'It is the user’s own disk.',
    calls: [
      'ui/documents/save/save-actions.ts createWritable',
      'ui/documents/save/save-actions.ts showSaveFilePicker',
      'ui/documents/save/save-model.ts createObjectURL',
      'ui/csv/export-csv.ts showSaveFilePicker',
      'ui/csv/export-csv.ts createWritable',
      // To the program that serves the page on this computer: what is saved, and the names of what is not.
      'ui/documents/disk/served-file.ts fetch',
      'ui/app/served-tab.ts fetch',
    ],
  },
  browser: {
    what: 'Saves in this browser, and what its tabs tell each other',
    rule: 'never',
    why: 'It stays in this browser.',
    calls: ['ui/documents/storage/shelf.ts BroadcastChannel', 'ui/documents/storage/shelf.ts postMessage'],
  },
  clipboard: {
    what: 'Copy and cut of a selection, a value, a path, a result; Copy as',
    rule: 'never',
    why: 'The user sees what is selected, and pastes it on this machine.',
    calls: [
      'ui/text/input/clipboard.ts setData',
      'ui/widgets/clipboard.ts setData',
      'ui/widgets/clipboard.ts clipboard.write',
      'ui/widgets/clipboard.ts execCommand',
      'ui/widgets/begin-copy.ts clipboard.write',
      'ui/tree/popover/text.tsx copyText',
      'ui/extract/found-list.tsx copyText',
      'ui/transform/preview.tsx copyText',
      'ui/nested-editor/nested-editor.tsx copyText',
      'ui/panel-core/go-to-actions.ts copyText',
      'ui/widgets/details.tsx copyText',
    ],
  },
  schema: {
    what: 'The address of a schema that a document names',
    rule: 'never',
    why: 'Its own question names the address; nothing else of the document goes there.',
    calls: ['ui/schema/schema-files.ts fetch'],
  },
  follow: {
    what: 'A link in a value that the user follows',
    rule: 'never',
    why: 'The address alone leaves, by a click on it.',
    calls: ['ui/tree/popover/popover.tsx target', 'ui/tree/rows/scalar.tsx target'],
  },
  workers: {
    what: 'Messages to the workers of this page and to the sandbox of queries',
    rule: 'never',
    why: 'They run in this browser, without a network of their own.',
    calls: [
      'ui/client/job-host.ts postMessage',
      'ui/client/recovering-connection.ts postMessage',
      'ui/client/sandbox.ts postMessage',
      'ui/client/searcher.ts postMessage',
      'ui/extract/extraction.ts postMessage',
    ],
  },
} as const satisfies Readonly<Record<string, Exit>>;

type ExitsOf<Rule extends ExitRule> = {
  [Name in keyof typeof EXITS]: (typeof EXITS)[Name]['rule'] extends Rule ? Name : never;
}[keyof typeof EXITS];

/** An exit that asks. */
export type AskingExit = ExitsOf<'asks'>;
/** An exit that shows what a document holds. */
export type ShowingExit = ExitsOf<'shows'>;
