import type { Trial } from '../trial.ts'
import { databaseOutage } from './database-away.ts'
import { diskFull } from './disk-full.ts'
import { fileStoreFaults } from './file-store.ts'
import { killApp } from './kill-app.ts'
import { killPostgres } from './kill-postgres.ts'
import { mailServerFaults } from './mail-server.ts'

/** What `npm run bench faults` runs, in this order. */
export const faultsTrials: readonly Trial[] = [killApp, killPostgres, databaseOutage, diskFull, fileStoreFaults, mailServerFaults]
