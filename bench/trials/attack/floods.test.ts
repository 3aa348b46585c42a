import { inject } from 'vitest'
import { shortForm } from '../short-form.ts'
import { floods } from './floods.ts'

process.env.BENCH_DATABASE_URL = inject('testServer').url
shortForm(floods)
