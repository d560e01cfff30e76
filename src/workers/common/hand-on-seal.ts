// In the worker of a sealed page: the workers that it starts are sealed, too. The server sends the policy with a script that is
// asked for in this way. @see public/sealed.js

const SEALED = '?sealed';

/** Seals the workers that this one starts, if it is sealed. */
export function handOnSeal(): void {
  if (self.location.search !== SEALED) return;
  const PlainWorker = self.Worker;
  self.Worker = class extends PlainWorker {
    constructor(address: string | URL, options?: WorkerOptions) {
      const url = new URL(address, self.location.href);
      url.search = SEALED;
      super(url, options);
    }
  };
}
