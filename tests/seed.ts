// Gives property tests their seed before each file of unit tests.

import fc from 'fast-check';
import { SEED } from './runs.ts';

fc.configureGlobal({ seed: SEED });
