import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './call-api.ts'

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'OFFLINE' || error.code === 'NOT_READY')

/**
 * Milliseconds after which what failed is asked again without anybody's doing, so that a page comes back when the service
 * does: a little different each time, so that all browsers do not come at once. False for what does not pass by itself.
 */
export const refetchDelay = (error: unknown): number | false => isTemporary(error) && 4_000 + Math.random() * 2_000

/** Reads are kept for ten seconds and asked again after that; only what may pass by itself is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (tries, error) => isTemporary(error) && tries < 2,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) => refetchDelay(state.error),
    },
    mutations: { retry: false },
  },
})
