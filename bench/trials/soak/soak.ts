import type { Trial } from '../trial.ts'

/** What `npm run bench soak` runs, in this order. */
export const soakTrials: readonly Trial[] = []
