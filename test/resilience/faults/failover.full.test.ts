import { describe } from 'vitest'
import { isPostgresInstalled } from '../../../scripts/programs.mjs'
import { isPgBouncerInstalled } from '../../support/pgbouncer.ts'
import { testShortTrial } from '../../support/trial-test.ts'
import { failover, failoverBehindPoolers } from './failover.ts'

const isHere = isPostgresInstalled() && isPgBouncerInstalled()

describe.skipIf(!isHere)(`Failover${isHere ? '' : ' (skipped: needs Debian’s postgresql-15 and pgbouncer)'}`, () => {
  testShortTrial(failover, 280)
  testShortTrial(failoverBehindPoolers, 280)
})
