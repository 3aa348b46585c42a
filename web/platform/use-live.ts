import { type Change, watchChanges } from '@gya/domain/features/live/live.contract.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAffected, type Read } from './affected-queries.ts'
import { addressOf } from './api.ts'
import { hearChanges } from './change-stream.ts'

/** Milliseconds until a change is read: what is told together is read together, and not by all colleagues in one instant. */
const soon = 100
const spread = 200
/** And so many between two readings, however much is changed. */
const calm = 2_000

/**
 * "When a colleague changes the property or list you are looking at, it shows within a second …, without moving what you
 * type." Reads anew what a change may have altered, behind what is shown; forms keep what is typed (`useSaveForm`).
 * `companyId` is for a platform admin, who is of no company.
 */
export function useLive(companyId?: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const reading = readAnew(queries)
    const address = addressOf(watchChanges, { query: { companyId } })
    const stop = hearChanges(address, { onChange: reading.change, onBack: reading.everything })
    return () => {
      stop()
      reading.stop()
    }
  }, [queries, companyId])
}

const anything: Change = { companyId: null, branchId: null, propertyId: null }

/** Gathers changes and has what they affect read anew, quickly after quiet and then at intervals. */
export function readAnew(queries: QueryClient) {
  const heard: Change[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let quietFrom = 0

  const read = () => {
    timer = undefined
    // What is being saved here is not read from under the save.
    if (queries.isMutating() > 0) return later()
    const changes = heard.splice(0)
    quietFrom = performance.now() + calm
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path, input], state }) => {
        const one = { path, input: input ?? {}, answer: state.data } as Read
        return changes.some((change) => isAffected(one, change))
      },
    })
  }
  const later = () => {
    timer ??= setTimeout(read, Math.max(soon + Math.random() * spread, quietFrom - performance.now()))
  }
  const change = (one: Change) => {
    heard.push(one)
    later()
  }
  return {
    change,
    everything: () => change(anything),
    stop: () => clearTimeout(timer),
  }
}
