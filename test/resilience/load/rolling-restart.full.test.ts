import { describe, inject } from 'vitest'
import { findProgram } from '../../../scripts/programs.mjs'
import { testShortTrial } from '../../support/trial-test.ts'
import { rollingRestart } from './rolling-restart.ts'

process.env.BENCH_DATABASE_URL = inject('testServer').url

describe.skipIf(!findProgram('nginx'))('Behind nginx (skipped if nginx is not installed)', () => {
  testShortTrial(rollingRestart)
})
