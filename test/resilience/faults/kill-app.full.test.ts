import { testShortTrial } from '../../support/trial-test.ts'
import { killApp } from './kill-app.ts'

testShortTrial(killApp)
