// Files of Compare.

/** Files that differences are exported to. */
export const EXPORTS = {
  'json-patch': { label: 'Save as JSON Patch', name: 'differences.patch.json', type: 'application/json-patch+json' },
  delta: { label: 'Save as jsondiffpatch delta', name: 'differences.delta.json', type: 'application/json' },
  csv: { label: 'Save as CSV', name: 'differences.csv', type: 'text/csv' },
  report: { label: 'Save as a report', name: 'differences.txt', type: 'text/plain' },
} as const;

/** File name of the report as an HTML page. */
export const REPORT_PAGE = 'differences.html';
