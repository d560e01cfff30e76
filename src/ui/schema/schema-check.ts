// Validates a panel's document against its schema. Called by the list of problems; it loads the files of the schema, runs the
// job worker, and requests another check when the schema changes.
//
//   facts.schema ──▶ files: text, document, panel, address ──▶ client/validator.ts ──▶ errors, and missing files
//                         ▲─────────────── fetched, if the user has allowed their host ───────────────┘

import { subscribeKey } from 'valtio/utils';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { subscribePart } from '../panel-core/use-panel-part.ts';
import { CodedError } from '../../shared/errors.ts';
import { chooseParser } from '../../shared/document/parser.ts';
import type { SchemaFile, SchemaOrder, SchemaResult } from '../../shared/protocol/schema.ts';
import type { Alternative, FixPlan, FixRequest } from '../../shared/protocol/schema-fixes.ts';
import type { Revision } from '../../shared/units.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { messageOf } from '../notices/notices.ts';
import { parseCompoundKey } from '../link/route.ts';
import type { Task } from '../client/document.ts';
import { Validator } from '../client/validator.ts';
import type { Documents } from '../documents/documents.ts';
import { fromShelf } from '../documents/incoming/incoming.ts';
import { isShelfKey } from '../model/document-key.ts';
import { sameDocument } from '../panel-core/shown-document.ts';
import type { Schema } from '../model/schema.ts';
import { findByName, isBuiltIn, readNamed, type SchemaOffer } from './named-schema.ts';
import { SCHEMA_CHECK, SCHEMA_FIXES } from '../strings/panel/schema.ts';
import { hostOf, SchemaFiles } from './schema-files.ts';
import type { Preferences } from '../settings/preferences.ts';

const MAX_FILES = 50;
const MAX_ROUNDS = 20;
/** The address of a schema that has none of its own. */
const OWN_URI = 'diptych:///schema.json';

/** The result for the list of problems. */
export type SchemaAnswer = Pick<SchemaResult, 'group' | 'notes'>;

/** The files of a schema. */
interface Loaded {
  readonly files: SchemaFile[];
  /** Changes with the content. */
  readonly name: string;
}

/** What validation needs of the page. */
export interface SchemaHost extends Pick<PageModel, 'panels' | 'preferences' | 'confirm'> {
  /** Absent on an embedded page. */
  readonly documents?: Documents;
}

/** The validation of one panel's document. */
export class SchemaCheck {
  private readonly files: SchemaFiles;
  private validator: Validator | null = null;
  /** Whether the user has just chosen the schema, so that consent for hosts may be asked for. */
  private mayAsk = false;
  private document: PanelDocument | null = null;
  /** What the document was last checked against. */
  private order: Omit<SchemaOrder, 'runsPatterns'> | null = null;
  /** The document's `$schema`, if it may be used. */
  private named: string | null = null;
  private offer: SchemaOffer | null = null;
  private onChange = (): void => undefined;
  /** The files of the last schema, including those fetched later, and the addresses that were tried. */
  private known: (Loaded & { readonly tried: Set<string> }) | null = null;

  constructor(
    private readonly app: SchemaHost,
    private readonly panel: Panel,
  ) {
    this.files = new SchemaFiles(panel.core.settings, app.confirm);
  }

  /** Calls `onChange` when the unchanged document must be checked again. Returns a function that stops it. */
  start(onChange: () => void): () => void {
    this.onChange = onChange;
    const { core } = this.panel;
    const { state } = core;
    let followed = '';
    const follow = (): void => {
      const other = this.other;
      if (state.document.schema.type !== 'panel' || other === null) return;
      const { content, validity } = other.core.client.state;
      if (`${content} ${validity}` === followed) return;
      followed = `${content} ${validity}`;
      onChange();
    };
    this.document = core.document;
    const endings = [
      subscribePart(
        core,
        ({ document: { schema } }) => schema,
        () => {
          // A schema that changed together with the document was not chosen just now.
          this.mayAsk = core.document === this.document;
          this.document = core.document;
          this.known = null;
          onChange();
        },
      ),
      ...(['schemaFormats', 'schemaDraft', 'parserId'] as const).map((name) =>
        subscribeKey(this.app.preferences.state, name, onChange),
      ),
      subscribeKey(state, 'document', () => {
        this.document = core.document;
        this.setNamed(null, null);
      }),
      ...[this.app.panels.left, this.app.panels.right]
        .filter(({ id }) => id !== this.panel.id)
        .map((other) => other.core.client.subscribe(follow)),
    ];
    return () => {
      for (const end of endings) end();
      this.validator?.close();
      this.validator = null;
    };
  }

  /** Whether there is a schema. */
  get isOn(): boolean {
    return this.panel.core.state.document.schema.type !== 'none' || this.named !== null;
  }

  /** Looks for a schema that the user did not choose. Returns one that can be used once the user has allowed its host. */
  async findOfferedSchema(): Promise<SchemaOffer | null> {
    const { core } = this.panel;
    const { schema, origin, name } = core.state.document;
    const isSame = sameDocument(core);
    if (schema.type !== 'none' || schema.ignoresDocument === true) return this.setNamed(null, null);
    // While the text is invalid, `$schema` keeps its previous value.
    if (core.client.state.validity !== 'valid') return this.offer;
    const named = await readNamed(core.client);
    const found =
      named === null && this.app.documents !== undefined && ['disk', 'url', 'local', 'cloud'].includes(origin.kind)
        ? await findByName(name)
        : null;
    if (!isSame()) return null;
    const url = named ?? found?.url ?? '';
    const host = hostOf(url);
    if (named !== null && (isBuiltIn(named) || (host !== null && this.files.isAllowed(host))))
      return this.setNamed(named, null);
    return this.setNamed(null, host === null ? null : { url, host, name: found?.name ?? null });
  }

  /** Sets the schema that the document names, or the one that is offered. */
  private setNamed(named: string | null, offer: SchemaOffer | null): SchemaOffer | null {
    if (named !== this.named && this.panel.core.state.document.schema.type === 'none') this.known = null;
    this.named = named;
    this.offer = offer;
    return offer;
  }

  /** Uses the offered schema, after the user has allowed its host. */
  async accept(): Promise<void> {
    const { offer } = this;
    const isSame = sameDocument(this.panel.core);
    if (offer === null || !(await this.files.ask(offer.host, true)) || !isSame()) return;
    this.mayAsk = true;
    if (offer.name === null) this.onChange();
    else await this.panel.actions.autosave.setSchema({ type: 'url', url: offer.url });
  }

  /**
   * Returns the schema with the files fetched for it; never asks for consent. `null` if there is no schema.
   * @throws CodedError as `load`
   */
  async current(): Promise<Omit<SchemaOrder, 'runsPatterns'> | null> {
    const { core } = this.panel;
    const { schema } = core.state.document;
    if (!this.isOn) return null;
    const loaded = this.isCurrent(schema) ? this.known : await this.fetch(schema, false);
    return loaded && this.orderOf(loaded);
  }

  /** Whether the known files are those of the schema. While the other panel's text is invalid, its last valid one counts. */
  private isCurrent(schema: Schema): boolean {
    if (this.known === null) return false;
    if (schema.type !== 'panel') return true;
    const { content, validity } = this.other?.core.client.state ?? {};
    return validity !== 'valid' || this.known.name === `panel ${content ?? ''}`;
  }

  private orderOf({ files, name }: Loaded): Omit<SchemaOrder, 'runsPatterns'> {
    const parser = chooseParser(this.app.preferences.state.parserId, this.panel.core.client.state.size);
    return { files: [...files], name: `${name} ${files.length}`, parser, ...readOptions(this.app.preferences.state) };
  }

  /**
   * Validates a revision of the document; `null` if that is no longer the current one. Missing parts of the schema are reported
   * in `notes`.
   */
  async check(revision: Revision, task: Task): Promise<SchemaAnswer | null> {
    const { core } = this.panel;
    const mayAsk = this.mayAsk;
    this.mayAsk = false;
    const notes: string[] = [];
    try {
      const loaded = await this.fetch(core.state.document.schema, mayAsk);
      if (loaded === null) return null;
      this.validator ??= new Validator(core.client);
      for (let round = 0; ; round += 1) {
        this.order = this.orderOf(loaded);
        const result = await this.validator.validate(this.order, task);
        if (result.revision !== revision) return null;
        const wanted = result.missing.filter((uri) => !loaded.tried.has(uri));
        const added = round < MAX_ROUNDS ? await this.fetchAll(wanted, loaded, mayAsk, notes) : 0;
        if (added === 0) return { group: result.group, notes: [...notes, ...result.notes] };
      }
    } catch (error) {
      if (task.signal?.aborted === true) return null;
      if (error instanceof CodedError && error.code === 'invalid-document') return { group: null, notes: [] };
      return { group: null, notes: [...notes, messageOf(error)] };
    }
  }

  /**
   * Plans the fix of an error, or of all that have a fix of its kind.
   * @throws CodedError `stale` if there is no schema any more
   */
  planFix(request: FixRequest, task: Task): Promise<FixPlan & { readonly revision: Revision }> {
    const { validator, order } = this;
    if (validator === null || order === null) throw new CodedError('stale', SCHEMA_FIXES.gone);
    return validator.planFix(order, request, task);
  }

  /** Returns the errors of each alternative, for an error of a schema with alternatives. */
  async explain(error: Pick<FixRequest, 'start' | 'message'>): Promise<readonly Alternative[]> {
    const { validator, order } = this;
    return validator === null || order === null ? [] : validator.explain(order, error);
  }

  /** Loads a schema; `null` if the document has another one by the time that has been done. */
  private async fetch(schema: Schema, mayAsk: boolean): Promise<(Loaded & { readonly tried: Set<string> }) | null> {
    const { named } = this;
    const loaded = await this.load(schema, mayAsk);
    const isStill = schema === this.panel.core.state.document.schema && named === this.named;
    return isStill ? this.remember(loaded) : null;
  }

  /** Stores the files of a schema; returns the stored ones, with the files fetched since, if the schema is the same. */
  private remember(loaded: Loaded): Loaded & { readonly tried: Set<string> } {
    if (this.known?.name !== loaded.name) {
      this.known = { ...loaded, tried: new Set(loaded.files.map(({ uri }) => uri)) };
    }
    return this.known;
  }

  /** The other panel, on either side. */
  private get other(): Panel | null {
    const { left, right } = this.app.panels;
    return [left, right].find(({ id }) => id !== this.panel.id) ?? null;
  }

  private async load(schema: Schema, mayAsk: boolean): Promise<Loaded> {
    const own = (content: Blob, name: string, dialect: SchemaFile['dialect'] = 'json'): Loaded => ({
      files: [{ uri: OWN_URI, content, dialect }],
      name,
    });
    switch (schema.type) {
      case 'none': {
        const { named } = this;
        if (named === null) throw new RangeError('no schema, expected one');
        if (!isBuiltIn(named)) return this.load({ type: 'url', url: named }, mayAsk);
        return own(new Blob([JSON.stringify({ $ref: named })]), `named ${named}`);
      }
      case 'content':
        return own(new Blob([schema.content]), `content ${schema.content}`);
      case 'panel': {
        const { core } = this.other ?? {};
        if (core === undefined || core.state.document.blank || core.client.state.validity !== 'valid')
          throw new CodedError('missing', SCHEMA_CHECK.noPanel);
        const { text, dialect, content } = await core.client.readVersion();
        return own(text, `panel ${content}`, dialect);
      }
      case 'document': {
        const key = parseCompoundKey(schema.compoundKey);
        const { documents } = this.app;
        if (!isShelfKey(key) || documents === undefined) throw new CodedError('missing', SCHEMA_CHECK.noDocument);
        const { content, dialect = 'json' } = await fromShelf(documents, key);
        const { size, type } = content;
        return own(await unpacked(content), `${schema.compoundKey} ${size} ${type}`, dialect);
      }
      case 'url': {
        const uri = schema.url.replace(/#.*$/s, '');
        const host = hostOf(uri);
        if (host === null) throw new CodedError('refused', SCHEMA_CHECK.notSecure(uri));
        const isAllowed = mayAsk ? await this.files.ask(host) : this.files.isAllowed(host);
        if (!isAllowed) throw new CodedError('refused', SCHEMA_CHECK.notAllowed(host));
        return { files: [{ uri, content: await this.files.get(uri), dialect: 'json' }], name: uri };
      }
    }
  }

  /** Fetches the files that a schema refers to; returns how many were added. The reasons of failures are added to `notes`. */
  private async fetchAll(
    wanted: readonly string[],
    { files, tried }: Loaded & { readonly tried: Set<string> },
    mayAsk: boolean,
    notes: string[],
  ): Promise<number> {
    let added = 0;
    for (const uri of wanted) {
      tried.add(uri);
      const host = hostOf(uri);
      if (uri.startsWith('diptych:')) continue;
      if (files.length >= MAX_FILES) {
        notes.push(SCHEMA_CHECK.tooMany(MAX_FILES));
        break;
      }
      if (host === null) notes.push(SCHEMA_CHECK.notSecure(uri));
      else if (!(mayAsk ? await this.files.ask(host) : this.files.isAllowed(host))) {
        notes.push(SCHEMA_CHECK.notAllowed(host));
      } else {
        try {
          files.push({ uri, content: await this.files.get(uri), dialect: 'json' });
          added += 1;
        } catch (error) {
          notes.push(messageOf(error));
        }
      }
    }
    return added;
  }
}

/** Documents stored in this browser are gzipped. */
async function unpacked(content: Blob): Promise<Blob> {
  const [a, b] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  if (a !== 0x1f || b !== 0x8b) return content;
  return new Response(content.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

const DRAFTS = { '2020-12': 2020, '2019-09': 2019, '7': 7, '6': 6, '4': 4 } as const;

/** Returns the default draft of schemas that name none, and whether `format` is asserted. */
function readOptions({
  schemaDraft,
  schemaFormats,
}: Pick<Preferences, 'schemaDraft' | 'schemaFormats'>): Pick<SchemaOrder, 'draft' | 'assertsFormats'> {
  return { draft: DRAFTS[schemaDraft], assertsFormats: schemaFormats === 'assert' };
}
