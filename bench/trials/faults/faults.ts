import type { Trial } from '../trial.ts'

/** What `npm run bench faults` runs, in this order. */
export const faultsTrials: readonly Trial[] = []
