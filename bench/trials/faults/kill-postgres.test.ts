import { testShortTrial } from '../short-form.ts'
import { killPostgres } from './kill-postgres.ts'

testShortTrial(killPostgres)
