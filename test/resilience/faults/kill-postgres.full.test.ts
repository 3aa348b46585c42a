import { testShortTrial } from '../../support/trial-test.ts'
import { killPostgres } from './kill-postgres.ts'

testShortTrial(killPostgres)
