// Renders the differences as an HTML page: jsondiffpatch formats our delta. Numbers that JavaScript would change are written as
// spelt.

import { parse } from 'lossless-json';
import HtmlFormatter from 'jsondiffpatch/formatters/html';
import stylesheet from 'jsondiffpatch/formatters/styles/html.css?raw';
import { HTML_REPORT } from '../../shared/texts/conversions.ts';

/** JavaScript's `JSON.rawJSON`, which TypeScript does not declare yet. @see https://tc39.es/proposal-json-parse-with-source/ */
const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };

/** Returns a page that shows a delta. */
export function htmlReport(delta: string): Blob {
  const value = parse(delta, undefined, { parseNumber: exactNumber });
  const body = new HtmlFormatter().format(value as never);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${HTML_REPORT.title}</title>
<style>
${stylesheet}
${PAGE_STYLE}
</style>
</head>
<body>
<h1>${HTML_REPORT.title}</h1>
<p>${HTML_REPORT.legend}</p>
${body ?? ''}
</body>
</html>
`;
  return new Blob([page], { type: 'text/html' });
}

const PAGE_STYLE = `body { margin: 24px; color: #1c2024; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 18px; }
.jsondiffpatch-unchanged { display: none; }
.jsondiffpatch-delta pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8ea; background: #16181a; }
  .jsondiffpatch-added pre, .jsondiffpatch-right-value pre, .jsondiffpatch-textdiff-added { color: #16181a; }
  .jsondiffpatch-deleted pre, .jsondiffpatch-left-value pre, .jsondiffpatch-textdiff-deleted { color: #16181a; }
}`;

function exactNumber(text: string): unknown {
  const number = Number(text);
  return String(number) === text ? number : (rawJSON?.(text) ?? text);
}
