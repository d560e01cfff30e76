// The interface of a document's schema to its views.

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

/** Completions at a caret. */
export interface CaretHelp {
  readonly caret: CaretSurroundings;
  readonly answer: Extract<AssistAnswer, { type: 'keys' | 'values' }>;
  /** Whether the proposals are all there are, because none contains what is typed. */
  readonly isUnfiltered: boolean;
}

/** The schema's description of a place, and its proposed values. */
export interface PlaceHelp {
  /** The range of the key or value in the text; `null` for a target that is not an offset. */
  readonly range: ByteRange | null;
  readonly note: PlaceNote;
  readonly values: Proposals<ValueProposal>;
}

/** Queries about one document; all resolve to `null` if it has no schema. They reject if its revision is no longer `base`. */
export interface Assist {
  /** Whether there is a schema. */
  readonly isOn: boolean;
  /** Changes when the schema does. */
  readonly version: number;
  atCaret(base: Revision, offset: ByteOffset): Promise<CaretHelp | null>;
  describe(base: Revision, target: AssistTarget): Promise<PlaceHelp | null>;
  /** Returns a note for each given member of an object, or item of an array; empty where the schema does not describe it. */
  children(base: Revision, target: AssistTarget, children: Path): Promise<readonly PlaceNote[] | null>;
  /** Proposes keys for an object. */
  keys(base: Revision, target: AssistTarget, typed: string): Promise<Extract<AssistAnswer, { type: 'keys' }> | null>;
  /** Like `keys`, for surroundings that are known already. */
  keysAt(around: Surrounded, typed: string): Promise<Extract<AssistAnswer, { type: 'keys' }> | null>;
}

/** Holds the schema access of a document, such as a panel's core. It is set after the view has mounted. */
export interface AssistHost {
  readonly assist: Assist | null;
}

/** For a document without a schema. */
export const NO_ASSIST: AssistHost = { assist: null };
