import type { Trial } from '../trial.ts'
import { databaseAway } from './database-away.ts'
import { diskFull } from './disk-full.ts'
import { fileStore } from './file-store.ts'
import { killApp } from './kill-app.ts'
import { killPostgres } from './kill-postgres.ts'
import { mailServer } from './mail-server.ts'

/** What `npm run bench faults` runs, in this order. */
export const faultsTrials: readonly Trial[] = [killApp, killPostgres, databaseAway, diskFull, fileStore, mailServer]
