// The API on the embedded database.

import { describe } from 'vitest';
import { startPGlite } from '../databases.ts';
import { suitesOn } from './suites.ts';

describe('[API-6] on PGlite', () => suitesOn(startPGlite));
