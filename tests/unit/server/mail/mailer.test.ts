// Sending through a mail server: what it is told, and what is not sent without TLS.

import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMailer, type Mailer } from '../../../../src/server/mail/mailer.ts';
import { startMailCatcher, type MailCatcher } from '../mail-catcher.ts';

const MESSAGE = { to: 'ada@example.org', subject: 'Hello', text: 'A link:\nhttps://a.example/link?token=abc=def\n' };

async function start(options: Parameters<typeof startMailCatcher>[0] = {}): Promise<MailCatcher> {
  const mail = await startMailCatcher(options);
  onTestFinished(() => mail.close());
  return mail;
}

function mailerTo(smtpUrl: string): { readonly mailer: Mailer; readonly lines: string[] } {
  const lines: string[] = [];
  const note = (details: object, message: string): number => lines.push(JSON.stringify({ ...details, message }));
  const mailer = createMailer({
    way: 'mail',
    smtpUrl,
    from: 'Diptych <d@example.org>',
    log: { warn: note, error: note },
  });
  return { mailer, lines };
}

describe('[OPS-2] a message', () => {
  it('arrives as it was written, at one address, and adds no header', async () => {
    const mail = await start();
    const { mailer } = mailerTo(mail.url);
    const odd = ['a,b@example.org', 'ü@example.org', 'x@example.org'];
    for (const to of odd) mailer.send({ ...MESSAGE, to });
    mailer.send({ ...MESSAGE, to: 'y@example.org', subject: 'Hello\r\nBcc: other@example.org' });
    await mailer.close();
    expect(mail.caught.length).toBe(4);
    for (const { to, text, from } of mail.caught)
      expect([to.length, text.trimEnd(), from]).toEqual([1, MESSAGE.text.trimEnd(), 'd@example.org']);
    expect(mail.caught.flatMap(({ to }) => to)).not.toContain('other@example.org');
  });

  it('is sent with the name and password of the address, and with none that is wrong', async () => {
    const seen: unknown[] = [];
    const mail = await start({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password]);
        if (password === 's:e/c ret') done(null, { user: username });
        else done(new Error('wrong'));
      },
    });
    const good = mailerTo(mail.url.replace('//', `//ada%40b:${encodeURIComponent('s:e/c ret')}@`));
    good.mailer.send(MESSAGE);
    await good.mailer.close();
    const bad = mailerTo(mail.url.replace('//', '//ada:hidden@'));
    bad.mailer.send(MESSAGE);
    await bad.mailer.close();
    expect(seen).toEqual([
      ['ada@b', 's:e/c ret'],
      ['ada', 'hidden'],
    ]);
    expect([good.lines, mail.caught.length]).toEqual([[], 1]);
    expect(bad.lines.join('')).toContain('EAUTH 535');
    expect(bad.lines.join('')).not.toMatch(/hidden|ada/);
  });

  it('is not sent without TLS, unless the server is on this computer or its address allows it', async () => {
    const mail = await start();
    // Another name of this computer, which is none of those that count as this computer.
    const far = mail.url.replace('127.0.0.1', '127.1');
    for (const [url, count] of [
      [far, 0],
      [`${mail.url}?requireTLS=true`, 0],
      [`${far}?requireTLS=false`, 1],
    ] as const) {
      const { mailer, lines } = mailerTo(url);
      mailer.send(MESSAGE);
      await mailer.close();
      expect([url, mail.caught.splice(0).length, lines.length]).toEqual([url, count, 1 - count]);
    }
  });

  it('is sent in the background, and too many are not kept', async () => {
    const { mailer, lines } = mailerTo('smtp://127.0.0.1:1');
    const all = Promise.all(
      Array.from({ length: 300 }, async () => {
        mailer.send(async () => {
          await wait(20);
          return null;
        });
      }),
    );
    await all;
    expect(lines.length).toBe(100);
    await mailer.close();
  });
});
