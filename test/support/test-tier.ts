import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by the project `full`. */
    isFullTier?: boolean
  }
}

/** How long a test by chance goes on: in `npm test`, and in the full tier. */
export const byTier = <T>({ fast, full }: { fast: T; full: T }): T => (inject('isFullTier') ? full : fast)
