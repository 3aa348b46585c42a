import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the Vitest project `full`. */
    isFullTier?: boolean
  }
}

/** Selects a setting by test tier, such as the number of runs of a randomized test. */
export const byTier = <T>({ fast, full }: { fast: T; full: T }): T => (inject('isFullTier') ? full : fast)

/**
 * A random test of both tiers. It stops by itself before its timeout, because a test that Vitest gives up would keep running beside the
 * tests after it.
 */
export const limitedRuns = (runs: { fast: number; full: number }) => ({
  numRuns: byTier(runs),
  interruptAfterTimeLimit: byTier({ fast: 80_000, full: 200_000 }),
})
