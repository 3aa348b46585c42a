import type { Trial } from '../trial.ts'

/** What `npm run bench attack` runs, in this order. */
export const attackTrials: readonly Trial[] = []
