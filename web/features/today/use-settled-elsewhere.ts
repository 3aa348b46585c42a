import { useEffect, useRef } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useMe } from '../../lib/session/session.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { itemId, type Today, type TodayItem } from './today-rows.ts'

/** Beyond this many the list itself says it. */
const mostNamed = 3

const isComplete = ({ groups, paging }: Today): boolean => paging.totalPages <= 1 && groups.every(({ more }) => more === 0)

const itemsIn = ({ groups }: Today): TodayItem[] => groups.flatMap(({ actionItems }) => actionItems)

/**
 * "A matter that goes away by itself leaves the list within a second with the words 'settled by …'." Compares each answer with
 * the one before; who settled it is the author of the newest entry in the history of the sale.
 */
export function useSettledElsewhere(companyId: string, list: string, today: Today | undefined, isNow: boolean): void {
  const me = useMe()
  const before = useRef<{ list: string; today: Today } | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = today ? { list, today } : null
    if (!today || !isNow || last?.list !== list || last.today === today || last.today.today !== today.today) return
    if (!isComplete(today) || !isComplete(last.today)) return
    const left = new Set(itemsIn(today).map(itemId))
    const gone = itemsIn(last.today).filter((item) => !left.has(itemId(item)))
    if (gone.length === 0 || gone.length > mostNamed) return
    for (const item of gone) void tellWho(companyId, item, me._id)
  }, [companyId, list, today, isNow, me._id])
}

async function tellWho(companyId: string, { branchId, propertyId, address, description }: TodayItem, me: string): Promise<void> {
  if (!branchId || !propertyId) return
  const params = { companyId, branchId, propertyId }
  // Loaded when it is needed: the contract brings the words of every event.
  const history = await import('@gya/domain/features/events/events.contract.ts')
    .then(({ readHistory }) => callApi(readHistory, { params, query: { itemsPerPage: '1' } }))
    .catch(() => null)
  const author = history?.data[0]?.author
  if (author && author._id !== me) undoStack.announce(`${address?.line1}: ${description}, settled by ${author.name}`)
}
