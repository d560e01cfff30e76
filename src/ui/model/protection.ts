// Whether unsaved work survives the end of its tab.

/**
 * Where unsaved work stands. `none`: there is no draft. `pending`: the latest of it is being written. `kept`: all of it is in
 * the draft. `failed`: it is not, and that was refused.
 */
export type Protection = 'none' | 'pending' | 'kept' | 'failed';
