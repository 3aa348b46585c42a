import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the Vitest project `full`. */
    isFullTier?: boolean
  }
}

/** Selects a setting by test tier, such as the number of runs of a randomized test. */
export const byTier = <T>({ fast, full }: { fast: T; full: T }): T => (inject('isFullTier') ? full : fast)
