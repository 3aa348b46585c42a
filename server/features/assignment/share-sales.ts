import { createHash } from 'node:crypto'
import { countHeld, type SharedSale } from '@gya/domain/features/assignment/choose-progressor.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { sharedPart } from '../expected-dates/undo-expected.ts'
import { countsFor } from '../properties/projections/action-item-facts.ts'
import { loadInBatches } from '../properties/write/derive-properties.ts'
import { savePropertyFields } from '../properties/write/property-fields.ts'
import { type Person, progressorEvent } from '../properties/write/save-person.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { reassignTasksOfSales } from '../tasks/reassign-tasks.ts'
import type { UndoPart } from '../undo/undo.repository.ts'

export type SaleToShare = SharedSale & { branchName: string; progressorName: string | null }

/** `nobody`: sold and exchanged sales without a progressor, or of somebody who has left or lost the branch, as Today counts them. */
export type Whose = { propertyIds: readonly string[] } | { from: string }

type Selection = { companyId: string; whose: Whose; branchIds: readonly string[] | null; locks: boolean; most?: number }

/** The sales to share, in the order of their ids, at most `most`; of a person those that are not completed. Locks them for a save. */
export async function findSalesToShare(db: Db, { companyId, whose, branchIds, locks, most }: Selection): Promise<SaleToShare[]> {
  const chosen =
    'propertyIds' in whose
      ? sql<SqlBool>`p.id = any(${whose.propertyIds}::uuid[])`
      : whose.from === 'nobody'
        ? sql<SqlBool>`r.phase in ('sold', 'exchanged') and not ${countsFor('p.b_staff', 'p.company_id', 'p.branch_id')}`
        : sql<SqlBool>`r.phase <> 'completed' and p.b_staff = ${whose.from}`
  const those = sql`
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    left join app_user u on u.id = p.b_staff
    where p.company_id = ${companyId} and p.deleted_on is null and ${chosen}
      and (${branchIds}::uuid[] is null or p.branch_id = any(${branchIds}::uuid[]))`
  const inOrder = sql`order by p.id limit ${most ?? null}`
  // In a statement of its own: the sales are read afterwards, as the save before left them.
  const locked = locks ? (await sql<{ id: string }>`select p.id ${those} ${inOrder} for update of p`.execute(db)).rows : null
  const { rows } = await sql<SaleToShare>`
    select p.id as "propertyId", p.branch_id as "branchId", b.name as "branchName", p.negotiator_id as "negotiatorId",
      p.b_staff as "progressorId", u.first_name || ' ' || u.last_name as "progressorName", r.phase
    ${those} ${locked ? sql`and p.id = any(${locked.map(({ id }) => id)}::uuid[])` : sql``} ${inOrder}`.execute(db)
  return rows
}

/** What a preview has shown: whose each sale is, and whose it will be. */
export const digestOfShares = (sales: readonly SaleToShare[], chosen: ReadonlyMap<string, { _id: string } | null>): string =>
  createHash('sha256')
    .update(
      sales.map(({ propertyId, progressorId }) => `${propertyId} ${progressorId} ${chosen.get(propertyId)?._id}`).join('\n'),
    )
    .digest('base64url')

type InBranch = Pick<SaleToShare, 'branchId' | 'branchName' | 'phase'>

/** Sales by branch, by name. */
export const countByBranch = (sales: readonly InBranch[]) => ({
  count: sales.length,
  held: countHeld(sales),
  branches: [...Map.groupBy(sales, ({ branchId }) => branchId)]
    .map(([_id, of]) => ({ _id, name: of[0]?.branchName ?? '', count: of.length, held: countHeld(of) }))
    .toSorted((a, b) => a.name.localeCompare(b.name)),
})

type SaveContext = { db: Db; caller: Caller; now: string; today: string; newId(): string }
export type SharedTo = {
  sale: Pick<SaleToShare, 'propertyId' | 'progressorId' | 'progressorName'>
  to: { _id: string; name: string }
}

/** Properties that are derived together. */
const groupSize = 50

/** Assigns sales that are locked, group by group, in the transaction. Returns the parts of the undo: each sale for itself. */
export async function saveShares(
  context: SaveContext,
  companyId: string,
  shared: readonly SharedTo[],
  { undoId, moveTasks }: { undoId?: string; moveTasks: boolean },
): Promise<UndoPart[]> {
  const { db, caller } = context
  const parts: UndoPart[] = []
  const taskParts: UndoPart[] = []
  for (let start = 0; start < shared.length; start += groupSize) {
    const group = shared.slice(start, start + groupSize).map(({ sale: { propertyId, progressorId, progressorName }, to }) => {
      const from: Person = progressorId === null ? null : { _id: progressorId, name: progressorName ?? '' }
      return { propertyId, from, to }
    })
    const ids = group.map(({ propertyId }) => propertyId)
    const author = authorOf(context, companyId)
    await saveProperties('hand-over', author, { loaded: await loadInBatches(author, ids) }, async () => {
      await savePropertyFields(
        db,
        companyId,
        group.map(({ propertyId, to }) => ({ propertyId, fields: { b_staff: to._id } })),
      )
      const moves = group.flatMap(({ propertyId, from, to }) => (moveTasks && from ? [{ propertyId, from, to }] : []))
      const moved = await reassignTasksOfSales({ ...context, companyId, userId: caller.userId }, moves)
      taskParts.push(...moved.map((part) => ({ ...part, each: true as const })))
      const changes = group.map(({ propertyId, from, to }) => ({ propertyId, events: [progressorEvent(from, to, undoId)] }))
      return { changes, result: null }
    })
    parts.push(...group.map(({ propertyId, from, to }) => sharedPart(propertyId, from, to)))
  }
  // Tasks are restored first, so that the rows of their sales include them.
  return [...parts, ...taskParts]
}
