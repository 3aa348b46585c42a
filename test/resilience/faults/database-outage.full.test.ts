import { testShortTrial } from '../../support/trial-test.ts'
import { databaseOutage } from './database-outage.ts'

testShortTrial(databaseOutage)
