// What a host and the editor say to each other. docs/embed.md describes it for those who write a host of their own.
//
//   host ── window.postMessage, once, to the editor's exact origin, with a port ──▶ editor: is it the parent, is it the version?
//   host ◀══ the port ══▶ editor        requests with an id and their answers; events
//
// Nothing else is heard on either window. Offsets are bytes of the text in UTF-8; a list of splices speaks of the text before it.

/** The version that this file describes. */
export const VERSION = 1;

/** The one message to the editor's window; its only port is the connection. */
export interface ConnectMessage {
  readonly diptych: 'connect';
  readonly version: number;
  readonly options?: EditorOptions;
}

export type PanelName = 'left' | 'right';
export type Mode = 'text' | 'tree' | 'table';
export type Dialect = 'json' | 'jsonc' | 'json5' | 'ndjson';

/** How the editor looks and what it lets a person do. What is left out stays as it is. */
export interface EditorOptions {
  /** One for both panels, or one for each. */
  readonly mode?: Mode | { readonly left?: Mode; readonly right?: Mode };
  readonly panels?: 1 | 2;
  readonly readonly?: boolean;
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly color?: 'default' | 'blue' | 'red';
  /** The bars that are shown, of `title`, `tools` and `status`; `all` or `none`. */
  readonly tools?: 'all' | 'none' | readonly ('title' | 'tools' | 'status')[];
  /** Only `en` so far. */
  readonly language?: string;
  readonly compare?: boolean;
  /** Shows a button that sends `save`. Ctrl+S does that too. */
  readonly saveButton?: boolean;
  /** Shows a button that sends `exit`. */
  readonly exitButton?: boolean;
}

/** What is loaded: the content itself, or where it is. A Blob or a transferred ArrayBuffer costs the host nothing. */
export interface LoadRequest {
  readonly content?: Blob | ArrayBuffer | string;
  readonly url?: string;
  /** Its ending tells the dialect, where that is not said. */
  readonly name?: string;
  readonly dialect?: Dialect;
  readonly panel?: PanelName;
}

/** Bytes `start` to `end` give way to `insert`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string | Uint8Array<ArrayBuffer> | Blob;
}

/** A change of the text: exactly one of splices, a JSON Patch (RFC 6902) and a merge patch (RFC 7396). One step of undo. */
export interface ApplyRequest {
  readonly splices?: readonly Splice[];
  /** As a value, or as JSON text, which keeps the spelling of its numbers. */
  readonly patch?: unknown;
  readonly mergePatch?: unknown;
  /** The revision that it is meant for; refused as `stale` where another one is there. */
  readonly base?: number;
  readonly panel?: PanelName;
}

/** What is selected: a value by its JSON Pointer or JSONPath, or a byte. */
export interface SelectRequest {
  readonly path?: string;
  readonly offset?: number;
  readonly panel?: PanelName;
}

/** The requests by their names, with what they answer. */
export interface Requests {
  load: { readonly request: LoadRequest; readonly answer: LoadedDocument };
  read: { readonly request: { readonly panel?: PanelName }; readonly answer: ReadDocument };
  apply: { readonly request: ApplyRequest; readonly answer: { readonly revision: number } };
  select: { readonly request: SelectRequest; readonly answer: null };
  options: { readonly request: EditorOptions; readonly answer: null };
  markSaved: { readonly request: { readonly revision?: number; readonly panel?: PanelName }; readonly answer: null };
  focus: { readonly request: { readonly panel?: PanelName }; readonly answer: null };
}

/** A document that is there now. */
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

/** A request on the port, and its answer. */
export type RequestMessage = {
  [Name in keyof Requests]: { readonly id: number; readonly type: Name } & Requests[Name]['request'];
}[keyof Requests];
export type AnswerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: EditorFailure };

/** Why something was refused. */
export interface EditorFailure {
  /** For code: `stale`, `syntax`, `refused`, `readonly`, `bad-request`, `busy` and others of docs/embed.md. */
  readonly code: string;
  /** A sentence for a person. */
  readonly message: string;
}

/** The events by their names, with what they tell. */
export interface Events {
  /** The connection stands. Again after a reload of the frame. */
  ready: { readonly version: number };
  /** A document is there, whoever opened it. Changes are based on it. */
  loaded: LoadedDocument & { readonly by: 'host' | 'editor' };
  /** Replayed over what was loaded, changes give the text. `base` is the revision before. */
  change: {
    readonly panel: PanelName;
    readonly base: number;
    readonly revision: number;
    readonly splices: readonly (Splice & { readonly insert: Uint8Array<ArrayBuffer> | Blob })[];
  };
  /** Whether there is something that was not marked as saved. */
  dirty: { readonly panel: PanelName; readonly dirty: boolean };
  /** A person wants it saved: read it, and mark the revision as saved. */
  save: { readonly panel: PanelName; readonly revision: number };
  exit: { readonly dirty: boolean };
  /** Where the caret or the selection is; line and column from 0. `path` is a JSON Pointer, `null` for a very long one. */
  selection: {
    readonly panel: PanelName;
    readonly path: string | null;
    readonly line: number;
    readonly column: number;
  };
  /** Something went wrong that no request waits for. */
  error: EditorFailure;
}

/** An event on the port. */
export type EventMessage = { [Name in keyof Events]: { readonly type: Name } & Events[Name] }[keyof Events];
