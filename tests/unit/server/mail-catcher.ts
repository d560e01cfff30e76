// A mail server for tests, which takes everything and delivers nothing.

import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message that was received. */
export interface Caught {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** A running mail server. */
export interface MailCatcher {
  readonly url: string;
  readonly caught: Caught[];
  /** Waits for a message to an address, and removes it. */
  next(to: string): Promise<Caught>;
  close(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailCatcher(options: SMTPServerOptions = {}): Promise<MailCatcher> {
  const caught: Caught[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '', from, headers }) => {
          caught.push({
            to: envelope.rcptTo.map(({ address }) => address),
            from: from?.address ?? '',
            subject,
            text,
            headers: new Map(headers.map(({ key, value }) => [key, value])),
          });
          done();
        });
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    caught,
    async next(to) {
      for (let tries = 0; tries < 400; tries++) {
        const index = caught.findIndex((one) => one.to.includes(to));
        const [found] = index < 0 ? [] : caught.splice(index, 1);
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`no message to ${to} arrived, but ${JSON.stringify(caught)}`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the path of the link in a message. */
export function linkIn({ text }: Caught): string {
  const link = /https?:\/\/\S+\/link\?token=\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`there is no link in: ${text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
