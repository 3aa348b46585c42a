import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { nobodyStaffId } from '@gya/domain/features/expected-dates/expected-dates.model.ts'
import {
  createView,
  deleteView,
  listViews,
  updateView,
  type View,
  viewFilters,
  viewSorts,
} from '@gya/domain/features/views/views.contract.ts'
import { maxFrozen, minFrozen, type ViewList } from '@gya/domain/features/views/views.model.ts'
import { mayChangeView, mayShareView, validColumns, whyNotAddView } from '@gya/domain/features/views/views.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import {
  countViews,
  deleteViewRow,
  findBranchName,
  findCompanyIds,
  findViewRow,
  insertView,
  listAreaIds,
  listViewRows,
  lockViewRow,
  updateViewRow,
  type ViewFields,
  type ViewRow,
} from './views.repository.ts'

type Body = Omit<View, '_id' | 'owner' | 'outdated' | 'mayChange' | 'version'>
type SaveContext = { db: Db; caller: Caller; now: string; newId(): string }

/** Saved views of the workflow report and the properties list ([day §8](docs/design/day.md#8)). */
export function viewsRoutes(app: FastifyInstance): void {
  registerRoute(app, listViews, async ({ params: { companyId }, caller, db }) => {
    const areas = await listAreaIds(db, companyId)
    return { views: (await listViewRows(db, companyId, caller)).map((row) => toView(row, caller, areas)) }
  })

  registerRoute(app, createView, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    const { branchId, list } = body
    const branch = branchId === null ? null : await requireBranch(db, caller, companyId, branchId)
    await requireFilterIds(context, companyId, body.filters, {})
    refuseIf(whyNotAddView(await countViews(db, companyId, { ownerId: caller.userId, ...(branchId ? { branchId } : {}) })))
    const id = newId()
    const saved = { company_id: companyId, id, owner_id: caller.userId, createdon: now, updated_by: caller.userId }
    await insertView(db, { ...saved, list, ...columnsOf(body, branchId) })
    await recordShared(context, companyId, { id, name: body.name, branch })
    return readView(db, { companyId, viewId: id }, caller)
  })

  registerRoute(app, updateView, async (context) => {
    const { params, body, caller, db, now } = context
    const row = await lockChangeable(db, params, caller)
    await requireCurrentVersion(db, body.version, row, caller.userId)
    if (body.list !== row.list)
      throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'list', message: 'The list of a view cannot be changed.' }] })
    await requireFilterIds(context, params.companyId, body.filters, row.filters as View['filters'])
    const branchId = mayShareView({ ownerId: row.owner_id }, caller) ? body.branchId : row.branch_id
    const isShared = branchId !== null && branchId !== row.branch_id
    const branch = isShared ? await requireBranch(db, caller, params.companyId, branchId) : null
    if (isShared) refuseIf(whyNotAddView({ ofBranch: (await countViews(db, params.companyId, { branchId })).ofBranch }))
    await updateViewRow(db, params, columnsOf(body, branchId), { now, userId: caller.userId })
    await recordShared(context, params.companyId, { id: params.viewId, name: body.name, branch })
    return readView(db, params, caller)
  })

  registerRoute(app, deleteView, async ({ params, caller, db }) => {
    await lockChangeable(db, params, caller)
    await deleteViewRow(db, params)
    return { success: true as const }
  })
}

const columnsOf = ({ list, name, columns, frozen, filters, sort }: Body, branchId: string | null): ViewFields => ({
  name,
  branch_id: branchId,
  columns: validColumns(list, columns),
  frozen,
  filters: JSON.stringify(filters),
  sort,
})

/**
 * Returns a branch in scope with its name. Throws NOT_FOUND. Not part of the contract, because a view keeps a branch that its owner has
 * left.
 */
async function requireBranch(db: Db, caller: Caller, companyId: string, id: string) {
  const isInScope = branchesInScope(caller)?.includes(id) ?? true
  const name = isInScope ? await findBranchName(db, companyId, id) : null
  if (name === null) throw new DomainError('NOT_FOUND')
  return { id, name }
}

/**
 * Throws NOT_FOUND if a filter names a branch out of scope or somebody who is not staff of the company. Previously stored values may stay,
 * because people with a narrower scope than the owner may also change a shared view.
 */
async function requireFilterIds(
  { db, caller }: SaveContext,
  companyId: string,
  { branchIds, areaIds, bStaffIds, negotiatorIds }: View['filters'],
  stored: View['filters'],
): Promise<void> {
  const added = (ids: string | undefined, before: string | undefined) => {
    const kept = before?.split(',') ?? []
    return (ids?.split(',') ?? []).filter((id) => !kept.includes(id) && id !== nobodyStaffId)
  }
  const branches = added(branchIds, stored.branchIds)
  const areas = added(areaIds, stored.areaIds)
  const staff = [...added(bStaffIds, stored.bStaffIds), ...added(negotiatorIds, stored.negotiatorIds)]
  if (branches.length + areas.length + staff.length === 0) return
  const scope = branchesInScope(caller)
  const known = await findCompanyIds(db, companyId, { branches, areas, staff })
  const isKnown = [...branches, ...areas, ...staff].every((id) => known.has(id))
  if (!isKnown || (scope && !branches.every((id) => scope.includes(id)))) throw new DomainError('NOT_FOUND')
}

/** "Shared by its owner" is an entry of the company's record. */
async function recordShared(
  { db, caller, now, newId }: SaveContext,
  companyId: string,
  { id, name, branch }: { id: string; name: string; branch: { id: string; name: string } | null },
): Promise<void> {
  if (branch === null) return
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'view-shared', data: { viewId: id, name, branchId: branch.id, branch: branch.name } },
  ])
}

/** Throws NOT_FOUND for a view out of scope, FORBIDDEN for one that the caller may not change. */
async function lockChangeable(db: Db, params: { companyId: string; viewId: string }, caller: Caller): Promise<ViewRow> {
  const row = await lockViewRow(db, params, caller)
  if (!row) throw new DomainError('NOT_FOUND')
  if (!mayChangeView({ ownerId: row.owner_id, branchId: row.branch_id }, caller)) throw new DomainError('FORBIDDEN')
  return row
}

async function readView(db: Db, params: { companyId: string; viewId: string }, caller: Caller): Promise<View> {
  const row = await findViewRow(db, params, caller)
  if (!row) throw new DomainError('NOT_FOUND')
  return toView(row, caller, await listAreaIds(db, params.companyId))
}

/**
 * "Of a column or filter that a later release no longer has, a stored view is read without it and says 'Changed'." The same applies to a
 * sort, and to deleted areas: a filter with only those would find nothing.
 */
function toView(row: ViewRow, caller: Caller, areas: ReadonlySet<string>): View {
  const list = row.list as ViewList
  const columns = validColumns(list, row.columns)
  const { filters, isWhole } = knownFilters(list, row.filters, areas)
  const sort = viewSorts.find((one) => one === row.sort)
  return {
    _id: row.id,
    list,
    name: row.name,
    branchId: row.branch_id,
    owner: { _id: row.owner_id, name: `${row.owner_first_name} ${row.owner_last_name}`.trim() },
    columns,
    frozen: Math.max(minFrozen, Math.min(maxFrozen, row.frozen)),
    filters,
    sort: sort ?? (list === 'report' ? 'saleProgress:desc' : 'address:asc'),
    outdated: !isWhole || sort === undefined || row.columns.some((id) => !columns.some((known) => known === id)),
    mayChange: mayChangeView({ ownerId: row.owner_id, branchId: row.branch_id }, caller),
    version: row.version,
  }
}

/** Stored filters that still exist and are valid, without deleted areas. */
function knownFilters(
  list: ViewList,
  stored: unknown,
  areas: ReadonlySet<string>,
): { filters: View['filters']; isWhole: boolean } {
  const entries = Object.entries((stored ?? {}) as Record<string, unknown>)
  const known = entries.filter(([name, value]) => viewFilters[list].safeParse({ [name]: value }).success)
  const { areaIds, ...filters } = Object.fromEntries(known) as View['filters']
  const before = areaIds?.split(',') ?? []
  const kept = before.filter((id) => areas.has(id))
  return {
    filters: kept.length > 0 ? { ...filters, areaIds: kept.join(',') } : filters,
    isWhole: known.length === entries.length && kept.length === before.length,
  }
}
