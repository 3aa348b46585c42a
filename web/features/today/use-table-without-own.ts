import { isOneOf, managers } from '@gya/domain/access/permissions.ts'
import { useEffect, useRef } from 'react'
import { useMe } from '../../lib/session/session.tsx'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import type { TodayParams } from './today-params.ts'
import type { Today } from './today-rows.ts'

type Counts = Pick<Today['counts'], 'sales' | 'now' | 'waiting'>

/**
 * "A manager without a live sale of their own opens Today at the table of people" ([seat §5](docs/design/seat.md#5)), unless they have
 * something to do. Decided by the first answer, so that nobody is moved away after their last item.
 */
export function useTableWithoutOwn(counts: Counts | undefined, onChange: (changed: Partial<TodayParams>) => void): void {
  const { type } = useMe()
  const isChosen = [useSearchParam('who'), useSearchParam('state')].some((value) => value !== undefined)
  const isDecided = useRef(false)
  useEffect(() => {
    if (counts === undefined || isDecided.current) return
    isDecided.current = true
    const hasNothing = counts.sales + counts.now + counts.waiting === 0
    if (!isChosen && hasNothing && isOneOf(managers, type)) onChange({ who: 'people', branchId: undefined })
  }, [counts, isChosen, type, onChange])
}
