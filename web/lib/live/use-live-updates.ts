import { type LiveChange, watchChanges } from '@gya/domain/features/live/live.contract.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiUrl } from '../api/call-api.ts'
import { isAffected, type Read } from './affected-queries.ts'
import { subscribeToChanges } from './change-stream.ts'

/** Milliseconds until a change is read: what is told together is read together, and not by all colleagues in one instant. */
const minDelay = 100
const jitter = 200
/** And so many between two readings, however much is changed. */
const minInterval = 2_000

/**
 * "When a colleague changes the property or list you are looking at, it shows within a second …, without moving what you
 * type." Reads anew what a change may have altered, behind what is shown; forms keep what is typed (`useSaveForm`).
 * `companyId` is for a platform admin, who is of no company.
 */
export function useLiveUpdates(companyId?: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const reading = batchInvalidations(queries)
    const address = apiUrl(watchChanges, { query: { companyId } })
    const stop = subscribeToChanges(address, { onChange: reading.change, onBack: reading.everything })
    return () => {
      stop()
      reading.stop()
    }
  }, [queries, companyId])
}

const anything: LiveChange = { companyId: null, branchId: null, propertyId: null }

/** Gathers changes and has what they affect read anew, quickly after quiet and then at intervals. */
export function batchInvalidations(queries: QueryClient) {
  const heard: LiveChange[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let quietFrom = 0

  const read = () => {
    timer = undefined
    // What is being saved here is not read from under the save.
    if (queries.isMutating() > 0) return later()
    const changes = heard.splice(0)
    quietFrom = performance.now() + minInterval
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path, input], state }) => {
        const one = { path, input: input ?? {}, answer: state.data } as Read
        return changes.some((change) => isAffected(one, change))
      },
    })
  }
  const later = () => {
    timer ??= setTimeout(read, Math.max(minDelay + Math.random() * jitter, quietFrom - performance.now()))
  }
  const change = (one: LiveChange) => {
    heard.push(one)
    later()
  }
  return {
    change,
    everything: () => change(anything),
    stop: () => clearTimeout(timer),
  }
}
