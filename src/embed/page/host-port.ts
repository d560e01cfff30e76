// The port to the host: executes its requests, and sends it the events of the page. See `sdk/protocol.ts` for the messages.
//
//   request ──▶ readRequest ──▶ carry out ──▶ { id, value } or { id, error }
//   worker  ──▶ ChangeReportingClient ──▶ loaded, change        state ──▶ dirty, selection        buttons ──▶ save, exit

import { subscribe } from 'valtio';
import { CodedError, hasCode, toWire } from '../../shared/errors.ts';
import { checkSplices } from '../../shared/document/splice.ts';
import { toPointer } from '../../shared/document/path.ts';
import { asRevision } from '../../shared/units.ts';
import type { Panel } from '../../ui/app-model/app-model.ts';
import { fromUrl } from '../../ui/documents/incoming/incoming.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import { SIDES, type Side } from '../../ui/model/side.ts';
import { isUnsaved } from '../../ui/panel-core/panel-core.ts';
import { mayLeave } from '../../ui/leaks/may-leave.ts';
import { showValue } from '../../ui/panel-core/show-value.ts';
import { HOST_FAILED } from '../../ui/strings/embed/embed.ts';
import { UNNAMED } from '../../ui/strings/documents/opening.ts';
import { VERSION, type Events, type LoadedDocument } from '../sdk/protocol.ts';
import type { EmbedApp } from './embed-app.ts';
import type { TakeFocus } from './frame-behaviour.ts';
import type { ConnectedHost } from './handshake.ts';
import { blobOf, readId, readOptions, readRequest, type HostChange, type HostRequest } from './requests.ts';

/** Maximum number of pending requests; more are refused. */
const MAX_WAITING = 1000;
/** Number of recent revisions that can still be marked as saved. */
const MAX_REMEMBERED = 1000;
/** Longest path that is sent, in characters. */
const MAX_PATH_LENGTH = 500;

/** The documents that the address names: a host's own load comes after they begin to open, everything else after they are open. */
export interface AddressDocuments {
  readonly started: Promise<unknown>;
  opened(): Promise<unknown>;
}

/** Serves a host over its port. */
export async function serveHost(
  app: EmbedApp,
  { port, options }: ConnectedHost,
  takeFocus: TakeFocus,
  address: AddressDocuments,
): Promise<void> {
  const host = new HostPort(app, port, takeFocus, address);
  await host.start(options);
}

class HostPort {
  private waiting = 0;
  /** Requests for a panel run in the order of their arrival. */
  private readonly queues: Record<Side, Promise<unknown>> = { left: Promise.resolve(), right: Promise.resolve() };
  /** Number of loads by the host that are in progress, by panel. */
  private readonly loading = new Map<Side, number>();
  private readonly revisions: Record<Side, number> = { left: 0, right: 0 };
  /** Content numbers by revision, for revisions that are marked as saved later. */
  private readonly contents: Record<Side, Map<number, number>> = { left: new Map(), right: new Map() };

  constructor(
    private readonly app: EmbedApp,
    private readonly port: MessagePort,
    private readonly takeFocus: TakeFocus,
    private readonly address: AddressDocuments,
  ) {}

  async start(options: unknown): Promise<void> {
    const { app, port } = this;
    app.embed.hasHost = true;
    app.host = {
      save: (panel) => void this.save(panel),
      exit: () => this.send('exit', { dirty: SIDES.some((side) => isUnsaved(app.panels[side].core.state)) }),
    };
    await Promise.all(SIDES.map((side) => this.subscribeChanges(side)));
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.onMessage(data);
    this.send('ready', { version: VERSION });
    try {
      app.setOptions(readOptions(options));
    } catch (error) {
      this.send('error', failureOf(error));
    }
    for (const side of SIDES) if (!app.panels[side].core.state.document.blank) this.sendLoaded(side);
  }

  private send<Name extends keyof Events>(type: Name, event: Events[Name]): void {
    this.port.postMessage({ type, ...event });
  }

  /** Returns the panel that was first on a side: swapped panels keep their documents, and their names for the host. */
  private panelOf(side: Side): Panel {
    const { left, right } = this.app.panels;
    return left.id === side ? left : right;
  }

  private async subscribeChanges(side: Side): Promise<void> {
    const client = this.app.clients[side];
    const { state } = this.panelOf(side).core;
    await client.subscribeChanges({
      onOpened: () => {
        this.contents[side].clear();
        this.sendLoaded(side);
      },
      onChange: ({ revision, splices }) => {
        const base = this.revisions[side];
        this.revisions[side] = revision;
        this.send('change', { panel: side, base, revision, splices });
      },
    });
    client.subscribe(() => this.remember(side));
    let wasDirty = false;
    let told: unknown = null;
    subscribe(state, () => {
      const dirty = isUnsaved(state);
      if (dirty !== wasDirty) this.send('dirty', { panel: side, dirty });
      wasDirty = dirty;
      const { place } = state.document;
      if (place === null || place === told) return;
      told = place;
      const path = toPointer(place.path);
      const { line, column } = place;
      this.send('selection', { panel: side, path: path.length > MAX_PATH_LENGTH ? null : path, line, column });
    });
  }

  private remember(side: Side): void {
    const { revision, content } = this.app.clients[side].state;
    const contents = this.contents[side];
    contents.set(revision, content);
    const [oldest] = contents.keys();
    if (contents.size > MAX_REMEMBERED && oldest !== undefined) contents.delete(oldest);
  }

  private loadedOf(side: Side): LoadedDocument {
    const { revision, size, dialect } = this.app.clients[side].state;
    return { panel: side, name: this.panelOf(side).core.state.document.name, revision, size, dialect };
  }

  private sendLoaded(side: Side): void {
    this.revisions[side] = this.app.clients[side].state.revision;
    this.remember(side);
    const by = (this.loading.get(side) ?? 0) > 0 ? 'host' : 'editor';
    this.send('loaded', { ...this.loadedOf(side), by });
  }

  private async save(panel: Panel): Promise<void> {
    const { app } = this;
    const { core } = panel;
    const { client } = core;
    if (app.embed.checkSecrets && !(await mayLeave(core, app.confirm, 'host'))) return;
    await client.caughtUp();
    this.remember(panel.id);
    this.send('save', { panel: panel.id, revision: client.state.revision });
  }

  private onMessage(data: unknown): void {
    const id = readId(data);
    if (id === null) {
      this.send('error', { code: 'bad-request', message: HOST_FAILED.message });
      return;
    }
    if (this.waiting >= MAX_WAITING) {
      this.port.postMessage({ id, error: { code: 'busy', message: HOST_FAILED.busy(MAX_WAITING) } });
      return;
    }
    this.waiting += 1;
    this.carryOut(data)
      .then(
        (value) => this.port.postMessage({ id, value }),
        (error: unknown) => this.port.postMessage({ id, error: failureOf(error) }),
      )
      .finally(() => {
        this.waiting -= 1;
      });
  }

  private async carryOut(data: unknown): Promise<unknown> {
    let request: HostRequest;
    try {
      request = readRequest(data);
    } catch (error) {
      throw hasCode(error, 'refused') ? new RequestError(error.message) : error;
    }
    if (request.type === 'options') {
      this.app.setOptions(request.options);
      return null;
    }
    const turn = this.queues[request.panel].then(() => this.inTurn(request));
    this.queues[request.panel] = turn.catch(() => undefined);
    return turn;
  }

  private async inTurn(request: Exclude<HostRequest, { readonly type: 'options' }>): Promise<unknown> {
    await (request.type === 'load' ? this.address.started : this.address.opened());
    switch (request.type) {
      case 'load':
        return this.load(request);
      case 'read': {
        const client = this.app.clients[request.panel];
        // After a worker has died, another one has the same text.
        const { text: content, revision } = await client.readVersion().catch((error: unknown) => {
          if (hasCode(error, 'worker-died')) return client.readVersion();
          throw error;
        });
        return { content, revision };
      }
      case 'apply':
        return this.apply(request.panel, request.base, request.change);
      case 'select':
        await this.select(request.panel, request.target);
        return null;
      case 'markSaved':
        return this.markSaved(request.panel, request.revision);
      case 'focus':
        this.takeFocus(() => this.panelOf(request.panel).core.view?.focus());
        return null;
    }
  }

  private async load({ panel: side, content, url, name, dialect }: HostRequest & { type: 'load' }): Promise<unknown> {
    const { actions } = this.panelOf(side);
    this.loading.set(side, (this.loading.get(side) ?? 0) + 1);
    try {
      const given = content instanceof ArrayBuffer ? await blobOf(content) : content;
      const fetched = given ?? (await this.app.fetch(url ?? ''));
      const incoming =
        url === null
          ? ({ name: name ?? UNNAMED, content: fetched, origin: { kind: 'none' } } as const)
          : { ...fromUrl(url, fetched), ...(name !== null && { name }) };
      const opened = await this.app.asHost(() => actions.opening.open({ ...incoming, dialect, saved: true }));
      if (!opened) throw new CodedError('unreadable', HOST_FAILED.opened(incoming.name));
      return this.loadedOf(side);
    } finally {
      this.loading.set(side, (this.loading.get(side) ?? 1) - 1);
    }
  }

  private async select(side: Side, target: DocumentTarget): Promise<void> {
    const { core, actions } = this.panelOf(side);
    if (target.type === 'path') return showValue(core, target.path);
    const { path, offset } = await core.client.locate(target);
    if (core.state.mode !== 'text') return showValue(core, path);
    actions.editing.showOffset(offset);
  }

  private async apply(side: Side, base: number | null, change: HostChange): Promise<{ revision: number }> {
    const client = this.app.clients[side];
    const { core } = this.panelOf(side);
    if (core.state.document.blank) throw new CodedError('refused', HOST_FAILED.blank(side));
    const splices = change.kind === 'splices' ? await change.read() : null;
    await client.caughtUp();
    const { revision, size } = client.state;
    if (base !== null && base !== revision) throw new CodedError('stale', HOST_FAILED.stale(base, revision));
    if (change.kind !== 'splices')
      return { revision: (await client.patch(revision, change.kind, change.content)) ?? revision };
    if (splices === null || splices.length === 0) return { revision };
    try {
      checkSplices(splices, size);
    } catch {
      throw new RequestError(HOST_FAILED.order);
    }
    const done = await client.apply(asRevision(revision), splices, 'alone');
    core.view?.reveal(done);
    return { revision: done.revision };
  }

  private markSaved(side: Side, revision: number | null): null {
    const { state } = this.app.clients[side];
    const content = revision === null ? state.content : this.contents[side].get(revision);
    if (content === undefined) throw new CodedError('stale', HOST_FAILED.stale(revision ?? 0, state.revision));
    Object.assign(this.panelOf(side).core.state.document, { savedContent: content, savedAt: Date.now() });
    return null;
  }
}

/** An error in a request itself. */
class RequestError extends Error {}

function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof RequestError) return { code: 'bad-request', message: error.message };
  const { code, message } = toWire(error);
  return { code, message };
}
