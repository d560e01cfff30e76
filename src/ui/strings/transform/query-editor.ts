// What the editor of a query says. It loads with the editor alone.

export const QUERY_EDITOR = { run: 'Run the query' } as const;
