// The type of the function lists.

/** Maps signatures to descriptions of one sentence. The function's name is taken from the signature. */
export type FunctionList = Readonly<Record<string, string>>;
