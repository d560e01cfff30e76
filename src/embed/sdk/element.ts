// <diptych-editor src="https://json.example/embed" mode="tree" name="config">: an editor as an element, and as a field of a form.

import { applyChange, Editor } from './editor.ts';
import type { EditorOptions, Events } from './protocol.ts';

const EVENTS = ['ready', 'loaded', 'change', 'dirty', 'save', 'exit', 'selection', 'error'] as const;
const SWITCHES = ['readonly', 'compare', 'save-button', 'exit-button', 'check-secrets'] as const;
const WORDS = ['mode', 'panels', 'theme', 'color', 'tools', 'language'] as const;

/** A text that was read this recently is an echo when it is written, also if the user has typed since. */
const ECHO_MS = 1000;

/** An event of the element, with the editor's event as its detail. */
export type EditorEvent<Name extends keyof Events> = CustomEvent<Events[Name]>;

/** An editor as a custom element. */
export class DiptychEditorElement extends HTMLElement {
  static readonly formAssociated = true;
  static readonly observedAttributes = ['src', 'label', ...SWITCHES, ...WORDS];
  /** The editor, while the element is in the page. */
  editor: Editor | null = null;
  private readonly internals = this.attachInternals();
  private initial: string | null = null;
  private text = '';
  /** Whether `text` is the editor's text, and when it was read. */
  private isRead = false;
  private readAt = -ECHO_MS;
  /** The text that was loaded, and that text with the changes since; `null` while it has to be read. */
  private loaded: Blob | null = null;
  private current: Blob | null = null;
  private isDirty = false;
  /** The value of the form field as bytes, updated by each change; `null` outside a form, or while the text has to be read. */
  private bytes: Uint8Array | null = null;

  connectedCallback(): void {
    // The property was set before the element was defined.
    if (Object.hasOwn(this, 'value')) {
      const { value } = this;
      Reflect.deleteProperty(this, 'value');
      this.value = value;
    }
    const frame = document.createElement('iframe');
    frame.style.cssText = 'border:0;width:100%;height:100%;display:block';
    frame.title = this.getAttribute('label') ?? 'JSON editor';
    frame.allow = 'clipboard-read; clipboard-write';
    frame.src = this.getAttribute('src') ?? '';
    const editor = (this.editor = new Editor(frame, this.options));
    for (const type of EVENTS)
      editor.on(type, (detail) => this.dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== 'error' })));
    let isFirst = true;
    editor.on('ready', () => {
      // After a reload of the frame the editor is empty.
      if (!isFirst) this.restore();
      isFirst = false;
    });
    editor.on('dirty', ({ panel, dirty }) => panel === 'left' && (this.isDirty = dirty));
    editor.on('loaded', ({ panel, by, revision }) => panel === 'left' && by === 'editor' && this.readLoaded(revision));
    editor.on('change', (change) => {
      if (change.panel !== 'left') return;
      this.isRead = false;
      this.current &&= applyChange(this.current, change);
      this.updateField(change);
    });
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
    const style = new CSSStyleSheet();
    // Not as an element, which the policy of the page may refuse.
    style.replaceSync(':host{display:block;height:400px}:host([hidden]){display:none}');
    root.adoptedStyleSheets = [style];
    root.replaceChildren(frame);
    // First in the queue, so that reading and changing come after it.
    if (this.current?.size) this.restore();
  }

  disconnectedCallback(): void {
    this.editor?.close();
    this.editor?.frame.remove();
    this.editor = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    const { editor } = this;
    if (editor === null || before === now) return;
    if (name === 'src') editor.frame.src = now ?? '';
    else if (name === 'label') editor.frame.title = now ?? '';
    else void editor.setOptions(this.options).catch(() => undefined);
  }

  /**
   * The text of the left panel when it was last read; setting it loads it. Writing back what was read, or what is there,
   * changes nothing. It is the value of the form field.
   */
  get value(): string {
    return this.text;
  }

  set value(text: string) {
    this.initial ??= text;
    const isEcho = this.isRead || this.current === this.loaded || performance.now() - this.readAt < ECHO_MS;
    if (text === this.text && this.current !== null && isEcho) return;
    this.load(text);
  }

  /** Reads the text into `value` and returns it. */
  async settle(): Promise<string> {
    const { editor } = this;
    // An element that is moved meanwhile has another editor.
    const read = editor?.read().catch((error: unknown) => {
      if (editor === this.editor) throw error;
      return null;
    });
    const blob = read ? await read : this.current;
    if (blob === null && editor) return this.settle();
    const text = await blob?.text();
    if (text !== undefined) {
      this.setText(text);
      this.isRead = true;
      this.readAt = performance.now();
    }
    return this.text;
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  formResetCallback(): void {
    this.load(this.initial ?? '');
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.toggleAttribute('readonly', isDisabled);
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    // The text is decoded when the form is read, not on every keystroke.
    form?.addEventListener('formdata', ({ formData }) => {
      const name = this.getAttribute('name');
      if (this.form !== form || !name || this.matches(':disabled')) return;
      if (this.bytes !== null) this.text = new TextDecoder().decode(this.bytes);
      formData.set(name, this.text);
    });
  }

  private load(text: string): void {
    this.setText(text);
    this.isRead = this.isDirty = false;
    this.readAt = -ECHO_MS;
    this.loaded = this.current = new Blob([text]);
    this.restore();
  }

  /** Loads the text into an empty editor: what was loaded, and what was changed since as one change. */
  private restore(): void {
    const { editor, loaded, current, isDirty } = this;
    if (!editor || !current) return;
    const ignore = (): void => undefined;
    const name = this.getAttribute('filename');
    const base = (isDirty && loaded) || current;
    this.loaded = base;
    editor.load(base, name ? { name } : {}).catch(ignore);
    if (base !== current) editor.apply({ splices: [{ start: 0, end: base.size, insert: current }] }).catch(ignore);
  }

  /** Reads a document that was not loaded by this element. */
  private readLoaded(revision: number): void {
    this.loaded = this.current = null;
    this.isRead = false;
    this.updateField();
    const { editor } = this;
    editor?.request('read').then(
      (read) => {
        // A later document, or a text that has changed since, is read when it is needed.
        if (editor === this.editor && read.revision === revision) this.loaded = this.current = read.content;
      },
      () => undefined,
    );
  }

  private setText(text: string): void {
    this.text = text;
    this.bytes = this.form && new TextEncoder().encode(text);
    this.internals.setFormValue(text);
  }

  /** Updates the value of the form field. Reads the whole text where the change has no bytes that are immediately available. */
  private updateField(change?: Events['change']): void {
    if (this.form === null) return;
    const { bytes } = this;
    const splices = change?.splices ?? [];
    if (bytes === null || change === undefined || splices.some(({ insert }) => insert instanceof Blob)) {
      void this.settle().catch(() => undefined);
      return;
    }
    const parts: Uint8Array[] = [];
    let kept = 0;
    for (const { start, end, insert } of splices) {
      parts.push(bytes.subarray(kept, start), insert as Uint8Array);
      kept = end;
    }
    parts.push(bytes.subarray(kept));
    const next = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) {
      next.set(part, at);
      at += part.length;
    }
    this.bytes = next;
  }

  private get options(): EditorOptions {
    const has = (name: string): boolean => this.hasAttribute(name);
    const options: Record<string, unknown> = {
      readonly: has('readonly'),
      compare: has('compare'),
      saveButton: has('save-button'),
      exitButton: has('exit-button'),
      checkSecrets: has('check-secrets'),
    };
    for (const name of WORDS) {
      const word = this.getAttribute(name);
      if (word === null) continue;
      options[name] =
        name === 'panels' ? Number(word) : name === 'tools' && /,|title|status/.test(word) ? word.split(',') : word;
    }
    return options;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'diptych-editor': DiptychEditorElement;
  }
}
