import { testShortTrial } from '../../support/trial-test.ts'
import { mailAway } from './mail-away.ts'

testShortTrial(mailAway, 400)
