import { useEffect, useRef } from 'react'
import { callApi } from '../../lib/api/call-api.ts'
import { useMe } from '../../lib/session/session.tsx'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { itemId, type Today, type TodayItem } from './today-rows.ts'

/** Maximum number of items announced; more are visible in the list itself. */
const mostNamed = 3

const isComplete = ({ groups, paging }: Today): boolean => paging.totalPages <= 1 && groups.every(({ more }) => more === 0)

const itemsIn = ({ groups }: Today): TodayItem[] => groups.flatMap(({ actionItems }) => actionItems)

/**
 * "A matter that goes away by itself leaves the list within a second with the words 'settled by …'." Compares each response with
 * the previous one. The author of the newest history entry of the sale has settled it.
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
  // Loaded lazily, because the contract contains the texts of all events.
  const history = await import('@gya/domain/features/events/events.contract.ts')
    .then(({ readHistory }) => callApi(readHistory, { params, query: { itemsPerPage: '1' } }))
    .catch(() => null)
  const author = history?.data[0]?.author
  if (author && author._id !== me) undoStack.announce(`${address?.line1}: ${description}, settled by ${author.name}`)
}
