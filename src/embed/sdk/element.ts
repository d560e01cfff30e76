// <diptych-editor src="https://json.example/embed" mode="tree" name="config">: an editor as an element, and as a field of a form.

import { Editor } from './editor.ts';
import type { EditorOptions, Events } from './protocol.ts';

const EVENTS = ['ready', 'loaded', 'change', 'dirty', 'save', 'exit', 'selection', 'error'] as const;
const SWITCHES = ['readonly', 'compare', 'save-button', 'exit-button'] as const;
const WORDS = ['mode', 'panels', 'theme', 'color', 'tools', 'language'] as const;

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
  private isReady = false;
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
    editor.on('ready', () => {
      this.isReady = true;
      if (this.bytes !== null) this.text = new TextDecoder().decode(this.bytes);
      if (this.text) this.load();
    });
    editor.on('loaded', ({ panel, by }) => panel === 'left' && by === 'editor' && this.follow());
    editor.on('change', (change) => change.panel === 'left' && this.follow(change));
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.innerHTML = '<style>:host{display:block;height:400px}:host([hidden]){display:none}</style>';
    root.append(frame);
  }

  disconnectedCallback(): void {
    this.editor?.close();
    this.editor?.frame.remove();
    this.editor = null;
    this.isReady = false;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    const { editor } = this;
    if (editor === null || before === now) return;
    if (name === 'src') editor.frame.src = now ?? '';
    else if (name === 'label') editor.frame.title = now ?? '';
    else void editor.setOptions(this.options).catch(() => undefined);
  }

  /** The text of the left panel when it was last read; setting it loads it. It is the value of the form field. */
  get value(): string {
    return this.text;
  }

  set value(text: string) {
    this.initial ??= text;
    this.take(text);
    if (this.isReady) this.load();
  }

  /** Reads the text into `value` and returns it. */
  async settle(): Promise<string> {
    if (this.editor !== null) this.take(await (await this.editor.read()).text());
    return this.text;
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  formResetCallback(): void {
    this.value = this.initial ?? '';
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

  private load(): void {
    const name = this.getAttribute('filename');
    void this.editor?.load(this.text, name ? { name } : {}).catch(() => undefined);
  }

  private take(text: string): void {
    this.text = text;
    this.bytes = this.form && new TextEncoder().encode(text);
    this.internals.setFormValue(text);
  }

  /** Updates the value of the form field. Reads the whole text where the change has no bytes that are immediately available. */
  private follow(change?: Events['change']): void {
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
