// Sets the seed of property tests before each file of unit tests.

import fc from 'fast-check';
import { SEED } from './runs.ts';

fc.configureGlobal({ seed: SEED });
