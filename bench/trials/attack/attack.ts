import type { Trial } from '../trial.ts'
import { fuzzCalls } from './fuzz.ts'

/** What `npm run bench attack` runs, in this order. */
export const attackTrials: readonly Trial[] = [fuzzCalls]
