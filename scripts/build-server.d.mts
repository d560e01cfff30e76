/** Builds the server into a folder. */
export function buildServer(folder: string): Promise<void>;
