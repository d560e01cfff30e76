// The marks of the text's scrollbar, besides the hits: its unit is a line, or a byte if lines are wrapped; and the first error.

import type { MarkHost } from '../../find/find-marks.ts';
import type { TextSession } from '../session/session.ts';

/** Connects the text of a session to the marks beside its scrollbar. */
export function markText(session: TextSession): MarkHost {
  const { client, navigation: travel, screen, onScrolled } = session;
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
