import type { Trial } from '../trial.ts'
import { rollingRestart } from './rolling-restart.ts'
import { nginxThroughput } from './through-nginx.ts'

/** What `npm run bench load` runs, in this order. */
export const loadTrials: readonly Trial[] = [rollingRestart, nginxThroughput]
