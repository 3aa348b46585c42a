import { createHash } from 'node:crypto'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { SharedSale } from '@gya/domain/features/assignment/choose-progressor.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { progressorPart } from '../expected-dates/undo-expected.ts'
import { loadInBatches } from '../properties/write/derive-properties.ts'
import { savePropertyFields } from '../properties/write/property-fields.ts'
import { type Person, progressorEvent } from '../properties/write/save-person.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { reassignTasksOfSales } from '../tasks/reassign-tasks.ts'
import type { UndoPart } from '../undo/undo.repository.ts'

export type SaleToShare = SharedSale & { branchName: string; progressorName: string | null }

/** `nobody`: sold and exchanged sales without a progressor, or of somebody who has left, as Today counts them. */
export type Whose = { propertyIds: readonly string[] } | { from: string }

type Selection = { companyId: string; whose: Whose; branchIds: readonly string[] | null; locks: boolean }

/** The sales to share, in the order of their ids; of a person those that are not completed. Locks them for a save. */
export async function findSalesToShare(db: Db, { companyId, whose, branchIds, locks }: Selection): Promise<SaleToShare[]> {
  const chosen =
    'propertyIds' in whose
      ? sql<SqlBool>`p.id = any(${whose.propertyIds}::uuid[])`
      : whose.from === 'nobody'
        ? sql<SqlBool>`r.phase in ('sold', 'exchanged') and (p.b_staff is null or u.deleted_on is not null or u.deactivated_on is not null)`
        : sql<SqlBool>`r.phase <> 'completed' and p.b_staff = ${whose.from}`
  const { rows } = await sql<SaleToShare>`
    select p.id as "propertyId", p.branch_id as "branchId", b.name as "branchName", p.negotiator_id as "negotiatorId",
      p.b_staff as "progressorId", u.first_name || ' ' || u.last_name as "progressorName", r.phase
    from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    left join app_user u on u.id = p.b_staff
    where p.company_id = ${companyId} and p.deleted_on is null and ${chosen}
      and (${branchIds}::uuid[] is null or p.branch_id = any(${branchIds}::uuid[]))
    order by p.id ${locks ? sql`for update of p` : sql``}`.execute(db)
  return rows
}

/** What a preview was made of: whose each sale is. */
export const digestOfSales = (sales: readonly SaleToShare[]): string =>
  createHash('sha256')
    .update(sales.map(({ propertyId, progressorId }) => `${propertyId} ${progressorId}`).join('\n'))
    .digest('base64url')

type InBranch = Pick<SaleToShare, 'branchId' | 'branchName'>

/** Sales by branch, by name. */
export const countByBranch = (sales: readonly InBranch[]) => ({
  count: sales.length,
  branches: [...Map.groupBy(sales, ({ branchId }) => branchId)]
    .map(([_id, of]) => ({ _id, name: of[0]?.branchName ?? '', count: of.length }))
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
    parts.push(...group.map(({ propertyId, from, to }) => progressorPart(propertyId, from, to, true)))
  }
  // Tasks are restored first, so that the rows of their sales include them.
  return [...parts, ...taskParts]
}

/** Throws BULK_CHANGED if the progressor of one of the sales has changed since the preview. */
export function refuseChanged(sales: readonly SaleToShare[], seen: string | undefined): void {
  if (seen !== undefined && seen !== digestOfSales(sales)) throw new DomainError('BULK_CHANGED')
}
