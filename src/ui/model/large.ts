// The threshold for large documents.

/**
 * Larger documents are saved less often, compared only on request, and unpacked from a link only after confirmation, in bytes.
 * @see requirements DOC-5, CMP-6
 */
export const LARGE_BYTES = 104_857_600;
