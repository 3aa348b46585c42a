import { type LiveChange, watchChanges } from '@gya/domain/features/live/live.contract.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiUrl } from '../api/api-url.ts'
import { type CachedQuery, isAffected } from './affected-queries.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'

/** Milliseconds between a change and its refetch. Changes are batched; the jitter spreads the requests of all browsers. */
const minDelay = 100
const jitter = 200
/** Minimum milliseconds between two refetches. */
const minInterval = 2_000

/**
 * "When a colleague changes the property or list you are looking at, it shows within a second …, without moving what you
 * type." Refetches affected queries in the background; forms keep unsaved edits (`useSaveForm`). `companyId` is only for
 * platform admins, who belong to no company.
 */
export function useLiveUpdates(companyId?: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const invalidations = batchInvalidations(queries)
    const url = apiUrl(watchChanges, { query: { companyId } })
    const unsubscribe = subscribeToChanges(url, { onChange: invalidations.add, onReconnect: invalidations.addAll })
    return () => {
      unsubscribe()
      invalidations.stop()
    }
  }, [queries, companyId])
}

const unknownChange: LiveChange = { companyId: null, branchId: null, propertyId: null, about: 'company' }

/** Batches changes and invalidates the affected queries: soon after the first change, then at intervals. */
export function batchInvalidations(queries: QueryClient) {
  const pending: LiveChange[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let notBefore = 0

  const invalidate = () => {
    timer = undefined
    // A refetch during a save could return the values from before it.
    if (queries.isMutating() > 0) return schedule()
    const changes = pending.splice(0)
    notBefore = performance.now() + minInterval
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path, input], state, meta }) => {
        const query = { path, input: input ?? {}, data: state.data, ...meta } as CachedQuery
        return changes.some((change) => isAffected(query, change))
      },
    })
  }
  const schedule = () => {
    timer ??= setTimeout(invalidate, Math.max(minDelay + Math.random() * jitter, notBefore - performance.now()))
  }
  const add = (change: LiveChange) => {
    pending.push(change)
    schedule()
  }
  return {
    add,
    /** Events were missed: invalidates all queries. */
    addAll: () => add(unknownChange),
    stop: () => clearTimeout(timer),
  }
}
