import { useMemo, useState } from 'react'

export type Retrying<Row> = { retry: (row: Row) => void; retrying: string | null }

/** Retries one row at a time; `retrying` is its id. Keep `send` constant. */
export function useRetry<Row extends { _id: string }>(send: (id: string) => Promise<unknown>): Retrying<Row> {
  const [retrying, setRetrying] = useState<string | null>(null)
  return useMemo(
    () => ({
      retrying,
      retry: ({ _id }) => {
        setRetrying(_id)
        void send(_id).finally(() => setRetrying(null))
      },
    }),
    [retrying, send],
  )
}
