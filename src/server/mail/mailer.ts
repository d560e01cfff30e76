// Sends e-mail through SMTP. A message is sent in the background: the time of a response must not tell whether there is an account
// that a message goes to. What fails is logged without the address and without the message.

import type { Transporter } from 'nodemailer';

/** A message in plain text. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Where messages go: to their addresses, to the log, or nowhere. */
export type MailWay = 'mail' | 'log' | 'nothing';

/** Sends messages. */
export interface Mailer {
  readonly way: MailWay;
  /** Sends what `write` returns, if anything. Returns at once. */
  send(write: Message | (() => Promise<Message | null>)): void;
  /** Waits for the messages that are being sent. */
  close(): Promise<void>;
}

/** Where the mailer logs. */
export interface MailLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Options of `createMailer`. */
export interface MailerOptions {
  readonly way: MailWay;
  readonly smtpUrl: string | undefined;
  readonly from: string | undefined;
  readonly log: MailLog;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** At most so many messages wait: whoever asks for more is one who asks too often. */
const MAX_WAITING = 200;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Creates the mailer. Nothing is loaded, and no connection made, before the first message. */
export function createMailer({ way, smtpUrl, from, log }: MailerOptions): Mailer {
  const sending = new Set<Promise<void>>();
  let transport: Promise<Transporter> | null = null;
  const post = async (message: Message): Promise<void> => {
    if (way === 'log')
      log.warn({ subject: message.subject, text: message.text }, 'e-mail that is not sent: no SMTP_URL');
    if (way !== 'mail') return;
    const { to, subject, text } = message;
    transport ??= connect(smtpUrl ?? '');
    await (
      await transport
    ).sendMail({
      // As an object, so that a comma in an address does not make two of it.
      to: { name: '', address: to },
      ...(from !== undefined && { from }),
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    way,
    send(write) {
      if (sending.size >= MAX_WAITING) return log.error({}, 'too many e-mails wait: one was not sent');
      const sent = (async () => {
        const message = typeof write === 'function' ? await write() : write;
        if (message !== null) await post(message);
      })()
        .catch((error: unknown) => log.error({ reason: codeOf(error) }, 'an e-mail was not sent'))
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    async close() {
      await Promise.all(sending);
      (await transport?.catch(() => null))?.close();
    },
  };
}

async function connect(address: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const isLocal = LOCAL.test(new URL(address).hostname);
  // What the address says itself counts more.
  return createTransport({
    url: address,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Otherwise whoever is between the two reads passwords and links by taking STARTTLS out of the greeting.
    requireTLS: !isLocal,
  });
}

/** Returns the code of an error: its message may contain the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  return [error.name, code, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number').join(' ');
}
