import { useState } from 'react'
import type { CardProps } from './today-panel.tsx'
import { itemsOfCall, type TodayRow } from './today-rows.ts'

type Start = NonNullable<CardProps['start']>

/** `made`: number of the key press that made it, so that each one opens the card anew. */
type MadeStart = { list: string; row: string; made: number; start: Start }

/** Without the sales of the group that are listed no longer. */
function stillListed(start: Start, row: TodayRow): Start {
  const listed = new Set(itemsOfCall(row).map(({ propertyId }) => propertyId))
  return { ...start, sales: start.sales.filter(({ propertyId }) => listed.has(propertyId)) }
}

/**
 * What was chosen for the card of the marked row by key: its sales and the outcome. "Nothing in a card outlives its row": it belongs to the
 * row for which it was made, and is dropped when another row is marked, when the list is searched, filtered or paged, and by `drop`.
 * `list`: identifies the list.
 */
export function useCardStart(marked: TodayRow | undefined, list: string) {
  const [kept, setKept] = useState<MadeStart | null>(null)
  const [made, setMade] = useState(0)
  const isCurrent = kept !== null && kept.row === marked?.id && kept.list === list
  if (kept !== null && !isCurrent) setKept(null)
  return {
    /** The start for the card of a row, which may be shown later than it is marked. */
    of: (row: TodayRow | undefined): Start | undefined =>
      isCurrent && row?.id === kept.row ? stillListed(kept.start, row) : undefined,
    /** Changes with each start. */
    made: isCurrent ? kept.made : 0,
    set: (start: Start): void => {
      if (!marked) return
      setMade(made + 1)
      setKept({ list, row: marked.id, made: made + 1, start })
    },
    drop: (): void => setKept(null),
  }
}
