// The sections below the editor: features, plans, help. Facts only (PAN-10).

/** A fact with a heading. */
export interface Fact {
  readonly title: string;
  readonly text: string;
}

export const FEATURES: readonly Fact[] = [
  {
    title: 'Two documents side by side',
    text: 'Each panel shows its document as text, tree or table. Copy from one to the other with a click; undo works in both, across their modes.',
  },
  {
    title: 'Any size that fits your memory',
    text: 'Documents are read, checked, searched and formatted in workers, and only what is on the screen is drawn: 100 MB scroll like 100 KB.',
  },
  {
    title: 'Your text stays your text',
    text: 'Large numbers, duplicate keys, the order of keys and white space are kept letter for letter. Only what you change is changed.',
  },
  {
    title: 'Tables',
    text: 'Any array is a table, with all its columns: sort, filter by condition or value, see statistics of a column, edit cells, fill ranges, paste from a spreadsheet.',
  },
  {
    title: 'Compare and merge',
    text: 'Differences by key and by content in text, tree and table; take them over one by one, save them as a patch or a report, merge two versions with their common origin.',
  },
  {
    title: 'Transform and query',
    text: 'Filter, sort and pick with a wizard, or write JavaScript, Lodash, JMESPath, JSONPath, JSON Query or jq, with a preview as you type.',
  },
  {
    title: 'CSV, in place',
    text: 'CSV and TSV open as tables and are saved as CSV: rows that you did not change stay as they were, byte for byte.',
  },
  {
    title: 'Logs',
    text: 'JSON in logs and other text is found, listed, opened as a table and written back; a log that grows is followed.',
  },
  {
    title: 'Secrets stay with you',
    text: 'Before a document leaves the browser it is searched for keys, tokens and personal data, and can be shared as a redacted copy. A sealed page lets nothing out.',
  },
  {
    title: 'Schema',
    text: 'JSON Schema from draft 4 to 2020-12: problems with quick fixes, completion, and a schema inferred from a document.',
  },
  {
    title: 'Format, compact, sort, repair',
    text: 'Format the document or what is selected, put short values on one line, sort keys, escape and unescape, or have broken JSON repaired and see first what would change.',
  },
  {
    title: 'Find and replace',
    text: 'In text and tree, with regular expressions, case and whole words; with an exact count, marks beside the scrollbar and a list of all hits.',
  },
  {
    title: 'More than JSON',
    text: 'JSON with comments, JSON5 and NDJSON are opened, edited and saved as what they are.',
  },
  {
    title: 'Values that explain themselves',
    text: 'Colours, times, links, tokens and JSON inside strings are recognised in the tree, shown, and edited in place.',
  },
  {
    title: 'Saved by itself, in this browser',
    text: 'What you edit is kept in this browser a moment later, survives a crash, and opens again without a network. No server sees it.',
  },
];

export const HELP: readonly Fact[] = [
  {
    title: 'How do I open a document?',
    text: 'Drop a file on a panel, paste text into an empty one, or use its Open menu: for a file, the clipboard, a url, or what this browser keeps.',
  },
  {
    title: 'Can a link open a document?',
    text: 'Yes. Put #left=url. and an address behind the address of this page, or #left=json. and the JSON itself; right works the same way.',
  },
  {
    title: 'Where are my documents?',
    text: 'In this browser, on this computer, listed by Ctrl+O. Clearing the browser removes them: “Back up all” in that list makes a file of them.',
  },
  {
    title: 'Why is the tree read-only?',
    text: 'Because the text is invalid right now. The tree shows the last valid state; the line above it names the error, goes there, and offers a repair.',
  },
  {
    title: 'How do I reach a certain value?',
    text: 'Press Ctrl+G and write a line, a byte or a path such as $.orders[3].total. The path at the caret stands in the status line and can be copied.',
  },
  {
    title: 'Where do I find everything else?',
    text: 'Press Ctrl+Shift+P, or F1, and type what you want. Keys are listed by ?.',
  },
];

export const TESTIMONIALS_TITLE = 'What users say';
export const SURVEY_TITLE = 'Survey 2022';
export const BACK_TO_TOP = 'Back to the editor';
export const SECTIONS_LABEL = 'On this page';
