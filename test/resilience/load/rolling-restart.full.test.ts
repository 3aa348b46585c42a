import { describe, inject } from 'vitest'
import { nginxOfTheMachine } from '../../../scripts/nginx.mjs'
import { testShortTrial } from '../../support/trial-test.ts'
import { rollingRestart } from './rolling-restart.ts'

process.env.BENCH_DATABASE_URL = inject('testServer').url

describe.skipIf(!nginxOfTheMachine())('Behind nginx (skipped where there is no nginx)', () => {
  testShortTrial(rollingRestart)
})
