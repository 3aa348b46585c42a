import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './call-api.ts'

const isTemporary = (error: unknown): boolean => isApiError(error) && (error.code === 'OFFLINE' || error.code === 'NOT_READY')

/**
 * Milliseconds until a failed query is refetched, with jitter, so that pages recover when the service does. False for permanent
 * errors.
 */
export const refetchDelay = (error: unknown): number | false => isTemporary(error) && 4_000 + Math.random() * 2_000

/** Responses are fresh for ten seconds. Only temporary errors are retried. */
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
