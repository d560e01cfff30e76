// What counts as a large document.

/** Larger documents are saved less often, compared when asked again, and unpacked from a link when agreed to, in bytes. @see requirements DOC-5, CMP-6 */
export const LARGE_BYTES = 104_857_600;
