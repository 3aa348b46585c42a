import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const passing = (error: unknown): boolean => error instanceof ApiError && (error.code === 'OFFLINE' || error.code === 'NOT_READY')

/** Reads are kept for ten seconds and asked again after that; only what may pass by itself is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (tries, error) => passing(error) && tries < 2, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
