// What a view asks of the schema of its document.

import type {
  AssistAnswer,
  AssistTarget,
  CaretSurroundings,
  PlaceNote,
  Proposals,
  Surrounded,
  ValueProposal,
} from '../../shared/protocol/assist.ts';
import type { Path } from '../../shared/document/path.ts';
import type { ByteOffset, ByteRange, Revision } from '../../shared/units.ts';

/** What may come at a caret. */
export interface CaretHelp {
  readonly caret: CaretSurroundings;
  readonly answer: Extract<AssistAnswer, { type: 'keys' | 'values' }>;
}

/** What a schema says of a place, and the values that may come there. */
export interface PlaceHelp {
  /** Of the key or value in the text; `null` for a place that was not named by an offset. */
  readonly range: ByteRange | null;
  readonly note: PlaceNote;
  readonly values: Proposals<ValueProposal>;
}

/** Answers about one document; all `null` where it has no schema. They reject where the revision is another one by now. */
export interface Assist {
  /** Whether there is a schema. */
  readonly isOn: boolean;
  /** Another one for each other schema. */
  readonly version: number;
  atCaret(base: Revision, offset: ByteOffset): Promise<CaretHelp | null>;
  describe(base: Revision, target: AssistTarget): Promise<PlaceHelp | null>;
  /** Of members of an object, or of items of an array; nothing for what the schema says nothing of. */
  children(base: Revision, target: AssistTarget, children: Path): Promise<readonly PlaceNote[] | null>;
  /** Keys that may come in an object. */
  keys(base: Revision, target: AssistTarget, typed: string): Promise<Extract<AssistAnswer, { type: 'keys' }> | null>;
  /** The same of surroundings that are known already. */
  keysAt(around: Surrounded, typed: string): Promise<Extract<AssistAnswer, { type: 'keys' }> | null>;
}

/** Where that is; a panel's core is one. It comes after the view. */
export interface AssistHost {
  readonly assist: Assist | null;
}

/** Of a document that nobody has a schema for. */
export const NO_ASSIST: AssistHost = { assist: null };
