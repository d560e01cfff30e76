// Labels of the HTML report of differences.

export const HTML_REPORT = {
  title: 'Differences',
  legend: 'What is only on the left is struck out, what is only on the right is green. What is equal is left out.',
} as const;
