import type { Trial } from '../trial.ts'
import { floods } from './floods.ts'
import { fuzzCalls } from './fuzz.ts'
import { passwordGuessing } from './guesses.ts'
import { accountEnumerationTiming } from './timing.ts'

/** What `npm run bench attack` runs, in this order. */
export const attackTrials: readonly Trial[] = [fuzzCalls, passwordGuessing, accountEnumerationTiming, floods]
