import type { Wire } from '@gya/domain/endpoint.ts'
import type { readToday } from '@gya/domain/features/today/today.contract.ts'

export type Today = Wire<typeof readToday, 'response'>
export type TodayGroup = Today['groups'][number]
export type TodayItem = TodayGroup['actionItems'][number]
export type Party = NonNullable<TodayGroup['party']>

/** Unique in a list, because an action item is in one group. */
export const itemId = ({ subjectId, key }: Pick<TodayItem, 'subjectId' | 'key'>): string => `${subjectId} ${key}`

export const groupId = ({ ref }: Pick<TodayGroup, 'ref'>): string => `group ${ref}`

/** A row of the list: the heading of a group (`item` is null), or an action item with the row id of its heading, if any. */
export type TodayRow = { id: string; group: TodayGroup; item: TodayItem | null; open: boolean; parent: string | null }

/** Flat lists have no headings. */
export const hasHead = ({ kind }: Pick<TodayGroup, 'kind'>): boolean => kind !== 'list'
const canClose = ({ kind }: Pick<TodayGroup, 'kind'>): boolean => kind !== 'dueNow' && kind !== 'list'

const feeOfSales = (items: readonly TodayItem[]): number => {
  const fees = new Map(items.map(({ propertyId, fee }) => [propertyId, propertyId === null ? 0 : (fee ?? 0)]))
  return [...fees.values()].reduce((sum, fee) => sum + fee, 0)
}

/**
 * Removes optimistically the items that the user has just settled. Updates the sums, and removes groups without
 * items.
 */
export function withoutHidden(groups: readonly TodayGroup[], hidden: ReadonlySet<string>): TodayGroup[] {
  if (hidden.size === 0) return [...groups]
  return groups.flatMap((group) => {
    const kept = group.actionItems.filter((item) => !hidden.has(itemId(item)))
    if (kept.length === group.actionItems.length) return [group]
    if (kept.length === 0 && group.more === 0) return []
    const gone = group.actionItems.filter((item) => hidden.has(itemId(item)))
    const sales = new Set(kept.map(({ propertyId }) => propertyId))
    const goneSales = gone.filter(({ propertyId }) => propertyId !== null && !sales.has(propertyId))
    return [
      {
        ...group,
        actionItems: kept,
        count: group.count - gone.length,
        points: group.points - gone.reduce((sum, { points }) => sum + points, 0),
        sales: group.sales - new Set(goneSales.map(({ propertyId }) => propertyId)).size,
        feeAtRisk: group.feeAtRisk - feeOfSales(goneSales),
      },
    ]
  })
}

/** Returns the rows in display order. */
export const rowsOf = (groups: readonly TodayGroup[], closed: ReadonlySet<string>): TodayRow[] =>
  groups.flatMap((group) => {
    const head = groupId(group)
    const open = !canClose(group) || !closed.has(head)
    const parent = hasHead(group) ? head : null
    const items = group.actionItems.map((item): TodayRow => ({ id: itemId(item), group, item, open: false, parent }))
    return [...(hasHead(group) ? [{ id: head, group, item: null, open, parent: null }] : []), ...(open ? items : [])]
  })

export const canCloseRow = (row: TodayRow): boolean => row.item === null && canClose(row.group)

/** Returns the party of a row. */
export const partyOf = ({ group, item }: Pick<TodayRow, 'group' | 'item'>): Party | null => group.party ?? item?.party ?? null

/**
 * Returns the items that a call about a row covers: those of its group if the group is one party, otherwise those of the same party in
 * its sale.
 */
export function itemsOfCall({ group, item }: Pick<TodayRow, 'group' | 'item'>): TodayItem[] {
  if (group.party !== null) return group.actionItems
  if (!item?.party) return []
  const { ref } = item.party
  return group.kind === 'sale' ? group.actionItems.filter(({ party }) => party?.ref === ref) : [item]
}

/** Returns the row to mark when others are removed: the next remaining one, otherwise the previous one. */
export function markAfter(rows: readonly TodayRow[], leaving: ReadonlySet<string>, marked: string | null): string | null {
  const at = rows.findIndex(({ id }) => id === marked)
  const isStaying = (row: TodayRow): boolean =>
    row.item === null ? row.group.actionItems.some((item) => !leaving.has(itemId(item))) : !leaving.has(row.id)
  const isItem = (row: TodayRow): boolean => row.item !== null && isStaying(row)
  const next = rows.slice(Math.max(at, 0)).find(isItem) ?? rows.slice(0, Math.max(at, 0)).findLast(isItem) ?? rows.find(isStaying)
  return next?.id ?? null
}

/** Returns the sales of items for a conversation. */
export const salesOf = (items: readonly TodayItem[]) =>
  [...Map.groupBy(items, ({ propertyId }) => propertyId)].flatMap(([propertyId, ofSale]) =>
    propertyId === null
      ? []
      : [
          {
            propertyId,
            branchId: ofSale[0]?.branchId ?? '',
            address: ofSale[0]?.address?.line1 ?? '',
            keys: ofSale.map(({ key }) => key),
          },
        ],
  )

/** Returns the counts without items that the user has just settled, so that chips and list agree. */
export function countsWithout(data: Pick<Today, 'counts' | 'groups'>, hidden: ReadonlySet<string>) {
  const gone = data.groups.flatMap(({ actionItems }) => actionItems.filter((item) => hidden.has(itemId(item))))
  const groups = { ...data.counts.groups }
  for (const { group } of gone) groups[group] = Math.max(0, (groups[group] ?? 0) - 1)
  return { ...data.counts, now: Math.max(0, data.counts.now - gone.length), groups }
}
