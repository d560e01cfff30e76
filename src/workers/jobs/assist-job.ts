// Evaluates a schema at a place of a document, in a job worker that has the schema and no document: the surroundings of the
// place come with the request. A regular expression of the schema may run forever, and ends with the worker.

import { CodedError } from '../../shared/errors.ts';
import type { AssistAnswer, AssistRequest, Surroundings } from '../../shared/protocol/assist.ts';
import type { SchemaOrder } from '../../shared/protocol/schema.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { asByte } from '../../shared/units.ts';
import { PlaceSchemas } from '../../engine/assist/applied.ts';
import { assist } from '../../engine/assist/assist.ts';
import { finish } from '../../engine/base/work.ts';
import { JsonDocument } from '../../engine/document/document.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import { JobDriver } from './drive-job.ts';
import type { SchemaJob } from './schema-job.ts';

/** The part of a job worker that assists editing with a schema. */
export class AssistJob {
  private readonly driver = new JobDriver();
  private guide: PlaceSchemas | null = null;

  /** Reused for each request: a new document each time would keep its memory until it is garbage-collected. */
  private outline: JsonDocument | null = null;

  constructor(private readonly schemas: SchemaJob) {}

  /** @throws CodedError `syntax` for a file of the schema, `cancelled` */
  async assist(order: SchemaOrder, request: AssistRequest, progress: MessagePort): Promise<AssistAnswer> {
    const graph = await this.schemas.graphOf(order, progress);
    if (this.guide?.graph !== graph) this.guide = new PlaceSchemas(graph, order.parser);
    return await this.driver.report(assist(this.guide, request, this.read(request.at)), progress);
  }

  private read({ outline, dialect }: Surroundings): JsonDocument {
    const bytes = new TextEncoder().encode(outline);
    if (this.outline?.dialect !== dialect) {
      this.outline = loadDocument(bytes, dialect);
    } else {
      this.outline.apply([{ start: asByte(0), end: asByte(this.outline.size), insert: bytes }]);
      finish(this.outline.settle());
    }
    if (!this.outline.isLive) throw new CodedError('invalid-document', NOT_VALID.text);
    return this.outline;
  }
}
