// What is on the system's clipboard.

/** What is on the clipboard. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
}

/** Returns what is on the system's clipboard. */
export async function readClipboard(): Promise<ClipboardContent> {
  const { clipboard } = navigator;
  // Some browsers, and pages without the permission to read, have the text alone.
  const items = 'read' in clipboard ? await clipboard.read().catch(() => null) : null;
  if (items === null) return { text: await clipboard.readText(), html: '' };
  const read = async (type: string): Promise<string> => {
    const item = items.find(({ types }) => types.includes(type));
    return item === undefined ? '' : (await item.getType(type)).text();
  };
  return { text: await read('text/plain'), html: await read('text/html') };
}
