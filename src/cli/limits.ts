// The limits of the command line and of its server for agents, each with its unit. docs/cli.md lists them; a test compares both.

const MEBIBYTE = 1024 ** 2;

export const LIMITS = {
  /** Longest message of a client; a longer one is answered by an error, and the next line is read. */
  messageBytes: 16 * MEBIBYTE,
  /** Tokens of an answer, and the least that can be asked for. */
  answerTokens: 2000,
  minAnswerTokens: 100,
  /** Bytes that count as a token: JSON has about as many, and a character of Chinese or an emoji about one token. */
  bytesPerToken: 3.5,
  /** Longest time of a call of a tool. */
  callSeconds: 30,
  /** Memory of the process that runs a call. */
  callMebibytes: 2048,
  /** Calls that run at one time, each in a process of its own, and calls that wait for one of these. */
  callsAtOnce: 3,
  callsWaiting: 64,
  /** Changes that were shown and may be applied, and the bytes of their requests; the oldest are dropped. */
  shownChanges: 20,
  shownChangesBytes: 32 * MEBIBYTE,
  /** Documents that a process keeps in memory. */
  keptDocuments: 2,
  /** How long calls may go on when the input has ended. */
  graceSeconds: 1,
  /** After this time without a call, all processes but one end. */
  idleSeconds: 30,
  /** Longest time of `find -E`, `query` and `validate` on the command line. */
  commandSeconds: 300,
  /** How long an edit waits for another one of the same file: less than a call may take, so that it can say so. */
  lockWaitSeconds: 20,
  /** Age at which the lock of another machine is taken for abandoned. */
  lockStaleSeconds: 60,
} as const;
