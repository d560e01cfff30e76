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
