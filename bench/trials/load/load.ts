import type { Trial } from '../trial.ts'

/** What `npm run bench load` runs, in this order. */
export const loadTrials: readonly Trial[] = []
