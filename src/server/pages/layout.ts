// The server's own pages, in the style of the product: small forms that need no script. Every value is escaped.

import type { FastifyReply } from 'fastify';
import { STYLE } from './style.ts';

/** Markup that is safe to send. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | null | readonly Html[];

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Returns markup with the values in it escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(
    parts.map((part, index) => part + (index < values.length ? written(values[index] ?? null) : '')).join(''),
  );
}

function written(value: Part): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES.get(character) ?? '');
}

/** Returns a whole page with one card on it. */
export function pageOf(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Diptych</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main class="card">
          <a class="logo" href="/" aria-label="Diptych"><i></i><i></i></a>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.text;
}

/** The sign-in form redirects to the page, which may be open under another name of this computer. */
const LOCAL = ' http://localhost:* http://127.0.0.1:*';

/** Returns the policy of such a page. `scripts` are its sources of scripts. */
export function pagePolicy(scripts = "'none'"): string {
  return `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; script-src ${scripts}; form-action 'self'${LOCAL}; base-uri 'none'; frame-ancestors 'none'`;
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': pagePolicy(),
      'cache-control': 'no-store',
      // The server checks where a form comes from; other servers get no referrer.
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    .type('text/html; charset=utf-8')
    .send(pageOf(title, content));
}
