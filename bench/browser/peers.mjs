// The peers in the same browser on the same files: opened as text or as a tree, and typed into.
import { openPeer, PEERS } from './opening.mjs';
import { FIRST_KEYS } from './text-steps.mjs';

const ms = (value) => (value === null ? '' : `${Math.round(value)} ms`);

/** Returns rows for the table: document, peer, first content, longest task, memory, key to frame. */
export async function runPeers(browser, address, files) {
  const rows = [];
  for (const file of files) {
    for (const [peer, name] of Object.entries(PEERS)) {
      const found = await openPeer(browser, address, file, peer, FIRST_KEYS);
      const cells = found.failure
        ? [found.failure, '', '', '']
        : [
            String(Math.round(found.firstMs)),
            String(Math.round(found.longestMs)),
            found.memory === null ? '' : `${(found.memory / file.size).toFixed(1)}× the file`,
            ms(found.keyMs),
          ];
      rows.push([`${Math.round(file.size / 1e6)} MB ${file.style}`, name, ...cells]);
      process.stdout.write('.');
    }
  }
  return rows;
}
