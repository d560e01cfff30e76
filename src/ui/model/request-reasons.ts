// Why the page asked for an address, written where it asks; the list of what it talked to shows it. @see requirements NEW-8

/** What the user did. */
export type RequestReason = 'opened' | 'sent' | 'schema';

const reasons = new Map<string, RequestReason>();

/** Notes why an address is about to be asked for. */
export const noteRequestReason = (url: string, reason: RequestReason): unknown => reasons.set(url, reason);

/** Why an address was asked for, if that was noted. */
export const reasonFor = (url: string): RequestReason | undefined => reasons.get(url);
