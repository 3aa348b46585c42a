import { inject } from 'vitest'
import { testShortTrial } from '../support/trial-test.ts'
import { floods } from './floods.ts'

process.env.BENCH_DATABASE_URL = inject('testServer').url
testShortTrial(floods)
