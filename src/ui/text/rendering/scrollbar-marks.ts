// What the scrollbar of the text marks by: lines, or bytes where they are wrapped; the first error besides the hits.

import type { MarkHost } from '../../find/find-marks.ts';
import type { TextSession } from '../session.ts';

/** The text of a session, for the marks beside its scrollbar. */
export function markText(session: TextSession): MarkHost {
  const { client, travel, screen, onScrolled } = session;
  return {
    get total() {
      return session.getScroll().total;
    },
    get version() {
      return [travel.isWrapped, screen.slice?.revision, screen.slice?.folds.version, client.state.revision].join();
    },
    get error() {
      return client.state.error?.place?.offset ?? null;
    },
    readStarts: (units) => client.shownStarts(travel.isWrapped ? 'byte' : 'line', units),
    subscribe(listener) {
      const endings = [client.subscribe(listener), onScrolled(listener)];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}
