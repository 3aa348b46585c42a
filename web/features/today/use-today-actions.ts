import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import type { ConversationOutcome } from '@gya/domain/features/conversations/conversations.model.ts'
import {
  completeActionItems,
  snoozeActionItems,
  unsnoozeActionItems,
} from '@gya/domain/features/today/action-item-changes.contract.ts'
import { isItemChased } from '@gya/domain/features/today/chased-until.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiError, type CallInput, callApi } from '../../lib/api/call-api.ts'
import { newIdempotencyKey } from '../../lib/api/new-idempotency-key.ts'
import { isOutcomeUnknown, reportFailure } from '../../lib/api/report-failure.ts'
import { sendWhenOnline } from '../../lib/api/send-when-online.ts'
import { repeatable } from '../../lib/undo/repeatable.ts'
import { type NewConversation, undoStack } from '../../lib/undo/undo-stack.ts'
import { itemId, salesOf, type TodayItem } from './today-rows.ts'

type Change = Endpoint & { response: typeof snoozeActionItems.response | typeof logConversation.response }
type Answer = { undoId: string; description: string }

type Hiding = {
  hide: (ids: readonly string[]) => void
  release: (ids: readonly string[], at: number) => void
  show: (ids: readonly string[]) => void
}

type Options = {
  singleKeys: boolean
  /** Opens the form for details of the logged conversation. */
  onDetails: (logged: NewConversation) => void
  /** Called when changed items return, by Undo or after a refusal. `row`: the row marked before. */
  onBack: (row: string | null) => void
}

type QuickOutcome = Exclude<ConversationOutcome, 'promised'>

const refsOf = (items: readonly TodayItem[]) => items.map(({ subjectId, key }) => ({ subjectId, key }))

/**
 * Done, Snooze, Bring back and Log. Items are removed optimistically; the response shows the message with Undo, a refusal
 * restores the items. Offline, the save waits for the connection.
 */
export function useTodayActions(companyId: string, { hide, release, show }: Hiding, { singleKeys, onDetails, onBack }: Options) {
  const queries = useQueryClient()
  const pending = useRef(0)
  // A mutation, because live updates are paused while one is pending.
  const { mutateAsync } = useMutation<Answer, ApiError, () => Promise<Answer>>({
    networkMode: 'always',
    mutationFn: (send) => send(),
  })
  const params = { companyId }

  function change<E extends Change>(
    items: readonly TodayItem[],
    row: string | null,
    call: E,
    body: Wire<E, 'body'>,
    entered?: Omit<NewConversation, 'replaces'>,
  ): Promise<void> {
    const ids = items.filter((item) => entered === undefined || isItemChased(item)).map(itemId)
    const input = { params, body, idempotencyKey: newIdempotencyKey() } as unknown as CallInput<E>
    const send = () =>
      sendWhenOnline<Answer>({
        send: () => callApi(call, input) as Promise<Answer>,
        mayRepeat: true,
        givenUp: new AbortController().signal,
        onWait: () => undefined,
      })
    const attempt = async (): Promise<void> => {
      hide(ids)
      pending.current += 1
      try {
        const { undoId, description } = await undoStack.track(mutateAsync(send))
        const onUndo = () => {
          // Cancels running requests: their list may still contain the items, which would flicker.
          void queries.cancelQueries({ queryKey: [readToday.path] })
          show(ids)
          onBack(row)
        }
        const logged = entered && { ...entered, replaces: undoId }
        const action = logged && {
          label: 'Add details',
          key: singleKeys ? 'N' : undefined,
          onSelect: () => onDetails(logged),
        }
        undoStack.push(repeatable(call, input, { companyId, undoId, description, onUndo, logged, action }))
        release(ids, Date.now())
      } catch (refusal) {
        show(ids)
        onBack(row)
        reportFailure(refusal, (failure) => {
          const retry = isOutcomeUnknown(failure) ? () => void attempt() : undefined
          undoStack.refuse(refusalWords(items, failure), { retry })
        })
      } finally {
        pending.current -= 1
      }
      if (pending.current === 0) await queries.invalidateQueries()
    }
    return attempt()
  }

  return {
    complete: (items: readonly TodayItem[], row: string | null) =>
      change(items, row, completeActionItems, { actionItems: refsOf(items) }),
    snooze: (items: readonly TodayItem[], row: string | null, until: string) =>
      change(items, row, snoozeActionItems, { actionItems: refsOf(items), until }),
    unsnooze: (items: readonly TodayItem[], row: string | null) =>
      change(items, row, unsnoozeActionItems, { actionItems: refsOf(items) }),
    /** "L 1 on a group logs 'spoke' about all its listed matters with the proposed dates, at once." */
    log: (partyRef: string, items: readonly TodayItem[], row: string | null, outcome: QuickOutcome) => {
      const sales = Map.groupBy(
        items.filter(({ propertyId }) => propertyId !== null),
        ({ propertyId }) => propertyId ?? '',
      )
      const body = {
        partyRef,
        channel: outcome === 'emailed' ? ('email' as const) : ('call' as const),
        sales: [...sales].map(([propertyId, ofSale]) => ({
          propertyId,
          outcome,
          itemKeys: ofSale.filter(isItemChased).map(({ key }) => key),
        })),
      }
      return change(items, row, logConversation, body, { companyId, partyRef, sales: salesOf(items), outcome })
    },
  }
}

/** "27 Rodway Road, Searches back: This has been settled meanwhile." */
function refusalWords(items: readonly TodayItem[], refusal: ApiError): string {
  const [first] = items
  const what =
    items.length === 1 && first ? [first.address?.line1, first.description].filter(Boolean).join(', ') : `${items.length} rows`
  return `${what}: ${refusal.issues[0]?.message ?? refusal.message}`
}
