// Answers a view's questions about the schema: the document's worker returns the outline of a place, and a job worker that
// holds the schema evaluates it. So the document may be of any size, and invalid at the moment.
//
//   view ──▶ client.surround ──▶ document worker: engine/assist/outline.ts
//     │                                   │ path, outline
//     └──▶ client/assistant.ts ◀──────────┘ ──▶ job worker: assist-job.ts ─▶ engine/assist

import type { AssistAnswer, AssistRequest, AssistTarget, PlaceNote, Surrounded } from '../../shared/protocol/assist.ts';
import type { Path } from '../../shared/document/path.ts';
import type { ByteOffset, Revision } from '../../shared/units.ts';
import type { Panel } from '../app-model/app-model.ts';
import { Assistant } from '../client/assistant.ts';
import type { Assist, CaretHelp, PlaceHelp } from '../assist/assist-host.ts';
import type { SchemaCheck } from './schema-check.ts';

/** The schema queries of one panel. */
export class SchemaAssist implements Assist {
  version = 0;
  private assistant: Assistant | null = null;
  /** Name of the schema that was last queried. */
  private name = '';

  constructor(
    private readonly panel: Panel,
    private readonly schema: SchemaCheck,
  ) {}

  get isOn(): boolean {
    return this.schema.isOn;
  }

  async atCaret(base: Revision, offset: ByteOffset): Promise<CaretHelp | null> {
    const around = await this.surround(base, { type: 'caret', offset });
    const caret = around?.caret ?? null;
    if (caret === null) return null;
    const { at, typed } = caret;
    const type = at === 'key' ? 'keys' : 'values';
    const matching = await this.ask({ type, at: caret, typed });
    // What is complete, or in quotation marks and contained in nothing, is there to be replaced.
    const isUnfiltered = caret.isBehind || (caret.isQuoted && typed !== '' && countOf(matching) === 0);
    const answer = isUnfiltered ? await this.ask({ type, at: caret, typed: '' }) : matching;
    return answer?.type === 'keys' || answer?.type === 'values' ? { caret, answer, isUnfiltered } : null;
  }

  async describe(base: Revision, target: AssistTarget): Promise<PlaceHelp | null> {
    const around = await this.surround(base, target);
    const answer = around && (await this.ask({ type: 'describe', at: around.at }));
    return answer?.type === 'describe' ? { ...answer, range: around?.range ?? null } : null;
  }

  async children(base: Revision, target: AssistTarget, children: Path): Promise<readonly PlaceNote[] | null> {
    const around = await this.surround(base, target);
    const answer = around && (await this.ask({ type: 'children', at: around.at, children }));
    return answer?.type === 'children' ? answer.notes : null;
  }

  async keys(base: Revision, target: AssistTarget, typed: string) {
    const around = await this.surround(base, target);
    return around && this.keysAt(around, typed);
  }

  async keysAt({ at }: Surrounded, typed: string): Promise<Extract<AssistAnswer, { type: 'keys' }> | null> {
    const answer = await this.ask({ type: 'keys', at, typed });
    return answer?.type === 'keys' ? answer : null;
  }

  /** Makes the queries available to the panel's views. Returns a function that ends that. */
  start(): () => void {
    const { core } = this.panel;
    core.assist = this;
    return () => {
      core.assist = null;
      this.assistant?.close();
      this.assistant = null;
    };
  }

  private async surround(base: Revision, target: AssistTarget): Promise<Surrounded | null> {
    return this.isOn ? this.panel.core.client.surround(base, target) : null;
  }

  private async ask(request: AssistRequest): Promise<AssistAnswer | null> {
    const order = await this.schema.current();
    if (order === null) return null;
    if (order.name !== this.name) this.version += 1;
    this.name = order.name;
    this.assistant ??= new Assistant();
    return this.assistant.ask(order, request);
  }
}

/** The number of proposals in an answer. */
function countOf(answer: AssistAnswer | null): number {
  if (answer?.type === 'keys') return answer.keys.count;
  return answer?.type === 'values' ? answer.values.count : 0;
}
