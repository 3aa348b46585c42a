import type { Trial } from '../trial.ts'
import { floods } from './floods.ts'
import { fuzzCalls } from './fuzz.ts'
import { guesses } from './guesses.ts'
import { timing } from './timing.ts'

/** What `npm run bench attack` runs, in this order. */
export const attackTrials: readonly Trial[] = [fuzzCalls, guesses, timing, floods]
