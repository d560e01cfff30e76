// Values as assignments, one on each line, in the form of gron: `json.users[0].name = "Ada";`. @see https://github.com/tomnomnom/gron

import { FormWriter, type FormItem } from './form-writer.ts';

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Writes assignments. */
export class PathWriter extends FormWriter {
  /** The paths of the open containers. */
  private readonly paths: string[] = [];

  protected scalar(item: FormItem): void {
    const { kind, entry } = item;
    this.line(item, kind === 'string' ? JSON.stringify(this.string(entry)) : this.literal(item));
  }

  protected open(item: FormItem): number {
    this.paths.push(this.line(item, item.kind === 'object' ? '{}' : '[]'));
    return 0;
  }

  protected close(): void {
    this.paths.pop();
  }

  protected isWhole(item: FormItem): boolean {
    if (!this.isEmpty(item.entry)) return false;
    this.line(item, item.kind === 'object' ? '{}' : '[]');
    return true;
  }

  /** Writes a line. Returns the path. */
  private line({ key, index, depth }: FormItem, value: string): string {
    const step = key === null ? `[${index}]` : NAME.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    const path = depth === 0 ? 'json' : (this.paths.at(-1) ?? '') + step;
    this.out.addText(`${path} = ${value};\n`);
    return path;
  }
}
