// The sections below the editor: features, plans, help. Facts only (PAN-10).

/** A fact with a heading. */
export interface Fact {
  readonly title: string;
  readonly text: string;
}

export const FEATURES: readonly Fact[] = [
  {
    title: 'Two documents side by side',
    text: 'Each panel shows its document as text or as a tree. Copy from one to the other with a click; undo works in both, across their modes.',
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
