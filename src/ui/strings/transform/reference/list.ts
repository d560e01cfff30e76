// How functions are listed.

/** Signatures, and one sentence on each; a name is what its signature begins with. */
export type FunctionList = Readonly<Record<string, string>>;
