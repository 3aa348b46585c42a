import { testShortTrial } from '../short-form.ts'
import { databaseOutage } from './database-away.ts'

testShortTrial(databaseOutage)
