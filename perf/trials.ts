import { databaseOutage } from '../test/resilience/faults/database-outage.ts'
import { diskFull } from '../test/resilience/faults/disk-full.ts'
import { failover, failoverBehindPoolers } from '../test/resilience/faults/failover.ts'
import { fileStoreFaults } from '../test/resilience/faults/file-store-faults.ts'
import { killApp } from '../test/resilience/faults/kill-app.ts'
import { killPostgres } from '../test/resilience/faults/kill-postgres.ts'
import { mailAway } from '../test/resilience/faults/mail-away.ts'
import { mailKill } from '../test/resilience/faults/mail-kill.ts'
import { mailServerFaults } from '../test/resilience/faults/mail-server-faults.ts'
import { rollingRestart } from '../test/resilience/load/rolling-restart.ts'
import { officeSoak } from '../test/resilience/soak/soak.ts'
import { accountEnumerationTiming } from '../test/security/account-enumeration-timing.ts'
import { floods } from '../test/security/floods.ts'
import { fuzzCalls } from '../test/security/fuzz-trial.ts'
import { passwordGuessing } from '../test/security/password-guessing.ts'
import type { Trial } from '../test/support/trial.ts'

/** `npm run bench attack` */
export const attackTrials: readonly Trial[] = [fuzzCalls, passwordGuessing, accountEnumerationTiming, floods]

/** `npm run bench faults` */
export const faultsTrials: readonly Trial[] = [
  killApp,
  killPostgres,
  databaseOutage,
  failover,
  failoverBehindPoolers,
  diskFull,
  fileStoreFaults,
  mailServerFaults,
  mailKill,
  mailAway,
]

/** `npm run bench load` */
export const loadTrials: readonly Trial[] = [rollingRestart]

/** `npm run bench soak` */
export const soakTrials: readonly Trial[] = [officeSoak]
