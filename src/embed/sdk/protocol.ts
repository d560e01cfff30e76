// The messages between a host and the editor. docs/embed.md describes them for developers who write their own host.
//
//   host ── window.postMessage, once, to the editor's exact origin, with a port ──▶ editor: is it the parent, is it the version?
//   host ◀══ the port ══▶ editor        requests with an id and their replies; events
//
// Neither window accepts any other message. Offsets are bytes of the text in UTF-8; the offsets in a list of splices all refer
// to the text before the first one.

/** The version that this file describes. */
export const VERSION = 1;

/** The only message to the editor's window. Its one port is the connection. */
export interface ConnectMessage {
  readonly diptych: 'connect';
  readonly version: number;
  readonly options?: EditorOptions;
}

export type PanelName = 'left' | 'right';
export type Mode = 'text' | 'tree' | 'table';
export type Dialect = 'json' | 'jsonc' | 'json5' | 'ndjson';

/** Appearance of the editor, and what the user may do with it. Options that are missing stay as they are. */
export interface EditorOptions {
  /** One mode for both panels, or one for each. */
  readonly mode?: Mode | { readonly left?: Mode; readonly right?: Mode };
  readonly panels?: 1 | 2;
  readonly readonly?: boolean;
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly color?: 'default' | 'blue' | 'red';
  /** The bars that are shown: a list of `title`, `tools` and `status`, or `all` or `none`. */
  readonly tools?: 'all' | 'none' | readonly ('title' | 'tools' | 'status')[];
  /** Only `en` is supported. */
  readonly language?: string;
  readonly compare?: boolean;
  /** Shows a button that sends `save`. Ctrl+S does so too. */
  readonly saveButton?: boolean;
  /** Before `save`: looks for secrets in the document, and asks the user where there are some. */
  readonly checkSecrets?: boolean;
  /** Shows a button that sends `exit`. */
  readonly exitButton?: boolean;
}

/** The content to load, or its address. A Blob or a transferred ArrayBuffer is not copied in the host. */
export interface LoadRequest {
  readonly content?: Blob | ArrayBuffer | string;
  readonly url?: string;
  /** The extension determines the dialect where `dialect` is missing. */
  readonly name?: string;
  readonly dialect?: Dialect;
  readonly panel?: PanelName;
}

/** Replaces the bytes from `start` to `end` by `insert`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string | Uint8Array<ArrayBuffer> | Blob;
}

/** A change of the text: exactly one of splices, a JSON Patch (RFC 6902) and a merge patch (RFC 7396). It is one undo step. */
export interface ApplyRequest {
  readonly splices?: readonly Splice[];
  /** A value, or JSON text, which preserves the spelling of its numbers. */
  readonly patch?: unknown;
  readonly mergePatch?: unknown;
  /** The revision that the change is based on; refused as `stale` where the document has another one. */
  readonly base?: number;
  readonly panel?: PanelName;
}

/** The selection: a value by its JSON Pointer or JSONPath, or a byte offset. */
export interface SelectRequest {
  readonly path?: string;
  readonly offset?: number;
  readonly panel?: PanelName;
}

/** The requests and their replies, by name. */
export interface Requests {
  load: { readonly request: LoadRequest; readonly answer: LoadedDocument };
  read: { readonly request: { readonly panel?: PanelName }; readonly answer: ReadDocument };
  apply: { readonly request: ApplyRequest; readonly answer: { readonly revision: number } };
  select: { readonly request: SelectRequest; readonly answer: null };
  options: { readonly request: EditorOptions; readonly answer: null };
  markSaved: { readonly request: { readonly revision?: number; readonly panel?: PanelName }; readonly answer: null };
  focus: { readonly request: { readonly panel?: PanelName }; readonly answer: null };
}

/** A document that is loaded. */
export interface LoadedDocument {
  readonly panel: PanelName;
  readonly name: string;
  readonly revision: number;
  /** In bytes. */
  readonly size: number;
  readonly dialect: Dialect;
}

/** The whole text at a revision. */
export interface ReadDocument {
  readonly content: Blob;
  readonly revision: number;
}

/** A request on the port, and its reply. */
export type RequestMessage = {
  [Name in keyof Requests]: { readonly id: number; readonly type: Name } & Requests[Name]['request'];
}[keyof Requests];
export type AnswerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: EditorFailure };

/** The reason for a refusal. */
export interface EditorFailure {
  /** For programs: `stale`, `syntax`, `refused`, `bad-request`, `busy` and others of docs/embed.md. */
  readonly code: string;
  /** A sentence for the user. */
  readonly message: string;
}

/** The events and their data, by name. */
export interface Events {
  /** The connection is established. Sent again after a reload of the frame. */
  ready: { readonly version: number };
  /** A document was opened, by the host or by the user. Changes are based on it. */
  loaded: LoadedDocument & { readonly by: 'host' | 'editor' };
  /** Changes applied in order to the loaded text give the current text. `base` is the revision before. */
  change: {
    readonly panel: PanelName;
    readonly base: number;
    readonly revision: number;
    readonly splices: readonly (Splice & { readonly insert: Uint8Array<ArrayBuffer> | Blob })[];
  };
  /** Whether the text differs from the one that was last marked as saved. */
  dirty: { readonly panel: PanelName; readonly dirty: boolean };
  /** The user saves: the host reads the text and marks the revision as saved. */
  save: { readonly panel: PanelName; readonly revision: number };
  exit: { readonly dirty: boolean };
  /** Position of the caret or the selection; line and column from 0. `path` is a JSON Pointer, `null` for a very long one. */
  selection: {
    readonly panel: PanelName;
    readonly path: string | null;
    readonly line: number;
    readonly column: number;
  };
  /** An error that belongs to no request. */
  error: EditorFailure;
}

/** An event on the port. */
export type EventMessage = { [Name in keyof Events]: { readonly type: Name } & Events[Name] }[keyof Events];
