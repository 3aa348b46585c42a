import { testShortTrial } from '../short-form.ts'
import { killApp } from './kill-app.ts'

testShortTrial(killApp)
