// Texts of the query editor. They load with the editor.

export const QUERY_EDITOR = { run: 'Run the query' } as const;
