// Whether unsaved work survives the end of its tab.

/**
 * State of the draft. `none`: no draft exists. `pending`: the latest changes are being written. `kept`: the draft is complete.
 * `failed`: writing the latest changes failed.
 */
export type Protection = 'none' | 'pending' | 'kept' | 'failed';
