import type { Trial } from '../trial.ts'
import { officeSoak } from './office-soak.ts'

/** What `npm run bench soak` runs, in this order. */
export const soakTrials: readonly Trial[] = [officeSoak]
