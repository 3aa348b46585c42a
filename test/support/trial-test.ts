import { expect, test } from 'vitest'
import { type Trial, trialFailures } from './trial.ts'

/** Runs the short form of a trial as a test. */
export const testShortTrial = (trial: Trial, timeoutSeconds = 120): void =>
  test.each([trial])('$name', { timeout: timeoutSeconds * 1000 }, async ({ run }) => {
    const outcome = await run({ length: 'short', print: () => {} })
    expect(trialFailures(outcome)).toEqual([])
  })
