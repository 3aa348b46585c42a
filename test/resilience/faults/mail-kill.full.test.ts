import { testShortTrial } from '../../support/trial-test.ts'
import { mailKill } from './mail-kill.ts'

testShortTrial(mailKill, 400)
