// Every function of the engine, to be run on one extreme document.

import { changeFunctions, placeFunctions, rewriteFunctions } from './read-functions.ts';
import { editFunctions } from './edits.ts';
import type { Functions, Subject } from './subject.ts';

/** The functions by name. */
export function allFunctions(subject: Subject): Functions {
  return {
    ...placeFunctions(subject),
    ...editFunctions(subject),
    ...rewriteFunctions(subject),
    ...changeFunctions(subject),
  };
}
