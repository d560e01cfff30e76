declare module 'virtual:sandbox' {
  /** The file name of the page that the sandbox's frame shows, made by `scripts/sandbox.mjs`. */
  const name: string;
  export default name;
}

/** Monaco's own, without types: only what `text/rendering/row-equality.ts` needs. */
declare module 'monaco-editor/editor/common/tokens/lineTokens' {
  /** The colours of a row of a wrapped line; offsets are the row's. */
  export interface RowTokens {
    readonly _deltaOffset: number;
    getCount(): number;
    getLineContent(): string;
    getEndOffset(token: number): number;
    getMetadata(token: number): number;
  }
  export const LineTokens: {
    createEmpty(
      line: string,
      languages: null,
    ): {
      sliceAndInflate(start: number, end: number, delta: number): RowTokens;
    };
  };
}

/** Monaco's own, as above: what a row is drawn from. */
declare module 'monaco-editor/editor/common/viewLayout/viewLineRenderer' {
  export class RenderLineInput {
    readonly lineContent: string;
    /** The column of its line that the row begins at, with tabs at their width. */
    readonly startVisibleColumn: number;
    equals(other: RenderLineInput): boolean;
  }
}

/** Monaco's own, as above: what it remembers of how a person likes its lists. */
declare module 'monaco-editor/platform/storage/common/storage' {
  export interface StorageService {
    store(key: string, value: boolean, scope: number, target: number): void;
  }
  export const IStorageService: { readonly type: StorageService };
}

/** Monaco's own, as above. */
declare module 'monaco-editor/editor/standalone/browser/standaloneServices' {
  export const StandaloneServices: {
    get<T>(id: { readonly type: T }): T;
  };
}
