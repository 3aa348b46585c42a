import { expect, test } from 'vitest'
import { complaints, type Trial } from './trial.ts'

const secondsAtMost = 120

/** The short form of a trial as a test: something was tried, and nothing was lost. */
export const shortForm = (trial: Trial): void =>
  test.each([trial])('$name', { timeout: secondsAtMost * 1000 }, async ({ run }) => {
    const outcome = await run({ length: 'short', say: () => {} })
    expect(complaints(outcome)).toEqual([])
  })
