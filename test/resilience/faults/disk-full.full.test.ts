import { describe } from 'vitest'
import { testShortTrial } from '../../support/trial-test.ts'
import { diskFull } from './disk-full.ts'
import { canMount } from './small-disk.ts'

describe.skipIf(!(await canMount()))('With a small disk (requires root)', () => {
  testShortTrial(diskFull)
})
