import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { type Area, createArea, deleteArea, listAreas, maxAreas, updateArea } from '@gya/domain/features/roles/areas.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { lockCompany } from '../companies/companies.repository.ts'
import { type NewEvent, recordCompanyEvents } from '../events/events.repository.ts'
import { releaseUnreachableSales } from '../members/release-sales.ts'
import {
  deleteAreaRow,
  findArea,
  findOtherAreaNames,
  insertArea,
  listAreaRows,
  listBranchAreas,
  setAreaOfBranches,
  updateAreaName,
} from './areas.repository.ts'

/** Areas of a company ([trust §7](docs/design/trust.md#7)). Their managers have access to the branches from their next call on. */
export function areasRoutes(app: FastifyInstance): void {
  registerRoute(app, listAreas, async ({ params: { companyId }, caller, db }) => ({
    data: await readAreas(db, companyId, branchesInScope(caller)),
  }))

  registerRoute(app, createArea, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId } = params
    await lockAreas(db, companyId)
    const areaId = newId()
    const others = await findOtherAreaNames(db, companyId, areaId)
    refuseIf(others.length >= maxAreas ? 'TOO_MANY_AREAS' : null)
    requireNewName(others, body.name)
    await insertArea(db, { companyId, areaId, name: body.name, now, userId: caller.userId })
    const moved = await moveBranches(db, { companyId, areaId, name: body.name }, body.branchIds)
    await record(context, companyId, { areaId, change: 'added', events: [moved.own, ...moved.others] })
    await releaseUnreachableSales(context, companyId, null)
    return readArea(db, companyId, areaId)
  })

  registerRoute(app, updateArea, async (context) => {
    const { params, body, caller, db, now } = context
    const { companyId, areaId } = params
    await lockAreas(db, companyId)
    const area = await findArea(db, companyId, areaId)
    if (!area) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, body.version, area, caller.userId)
    const name = body.name ?? area.name
    requireNewName(await findOtherAreaNames(db, companyId, areaId), name)
    const isRenamed = name !== area.name
    const moved = body.branchIds && (await moveBranches(db, { companyId, areaId, name }, body.branchIds))
    if (!isRenamed && !moved?.isChanged) return readArea(db, companyId, areaId)
    await updateAreaName(db, { companyId, areaId, name, now, userId: caller.userId })
    const own = { areaId, name, ...moved?.own, ...(isRenamed ? { nameBefore: area.name, newName: name } : {}) }
    await record(context, companyId, { areaId, change: 'changed', events: [own, ...(moved?.others ?? [])] })
    if (moved?.isChanged) await releaseUnreachableSales(context, companyId, null)
    return readArea(db, companyId, areaId)
  })

  registerRoute(app, deleteArea, async (context) => {
    const { params, db } = context
    const { companyId, areaId } = params
    await lockAreas(db, companyId)
    const area = await findArea(db, companyId, areaId)
    if (!area) throw new DomainError('NOT_FOUND')
    const branches = (await listBranchAreas(db, companyId)).filter(({ area_id }) => area_id === areaId)
    const managers = await deleteAreaRow(db, companyId, areaId)
    const removed = branches.map(({ name }) => name)
    await record(context, companyId, {
      areaId,
      change: 'deleted',
      managers,
      events: [{ areaId, name: area.name, removed, managers }],
    })
    await releaseUnreachableSales(context, companyId, null)
    return { success: true as const }
  })
}

/** Areas are few and rarely change, so that only one change at a time is allowed in a company. */
async function lockAreas(db: Db, companyId: string): Promise<void> {
  if (!(await lockCompany(db, companyId))) throw new DomainError('NOT_FOUND')
}

function requireNewName(others: readonly string[], name: string): void {
  if (others.includes(name.toLowerCase()))
    throw new DomainError('AREA_NAME_TAKEN', { issues: [{ path: 'name', message: 'There is an area of this name already.' }] })
}

type Moved = { areaId: string; name: string; added?: string[]; removed?: string[] }

/** Sets the branches of an area. Throws VALIDATION_FAILED for a branch that does not exist. */
async function moveBranches(
  db: Db,
  { companyId, areaId, name }: { companyId: string; areaId: string; name: string },
  branchIds: readonly string[],
) {
  const branches = await listBranchAreas(db, companyId)
  if (branchIds.some((branchId) => !branches.some(({ id }) => id === branchId)))
    throw new DomainError('VALIDATION_FAILED', {
      issues: [{ path: 'branchIds', message: 'One of these branches does not exist.' }],
    })
  const joining = branches.filter(({ id, area_id }) => branchIds.includes(id) && area_id !== areaId)
  const leaving = branches.filter(({ id, area_id }) => !branchIds.includes(id) && area_id === areaId)
  const idsOf = (rows: typeof branches) => rows.map(({ id }) => id)
  const namesOf = (rows: typeof branches) => rows.map((row) => row.name)
  if (joining.length > 0) await setAreaOfBranches(db, companyId, idsOf(joining), areaId)
  if (leaving.length > 0) await setAreaOfBranches(db, companyId, idsOf(leaving), null)
  const left = Map.groupBy(
    joining.filter(({ area_id }) => area_id !== null),
    (row) => row.area_id ?? '',
  )
  const others: Moved[] = [...left].map(([id, rows]) => ({ areaId: id, name: rows[0]?.area ?? '', removed: namesOf(rows) }))
  const own: Moved = { areaId, name, added: namesOf(joining), removed: namesOf(leaving) }
  return { own, others, isChanged: joining.length + leaving.length > 0 }
}

type RecordContext = RecordingContext & { caller: Caller }
type Change = { areaId: string; change: 'added' | 'changed' | 'deleted'; managers?: number; events: object[] }

async function record(context: RecordContext, companyId: string, { areaId, change, managers, events }: Change): Promise<void> {
  const { db, now, newId, caller } = context
  const entries = events.map(
    (data, index): NewEvent => ({
      kind: 'areas-edited',
      data: { ...data, change: index === 0 ? change : 'changed' },
    }),
  )
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, entries)
  const branches = (await listBranchAreas(db, companyId)).filter(({ area_id }) => area_id === areaId).length
  await recordSecurityEvent(context, {
    kind: 'area-changed',
    companyId,
    data: { areaId, change, branches, ...(managers === undefined ? {} : { managers }) },
  })
}

/** For a narrower scope, only areas that have a branch in it; their managers are included. */
async function readAreas(db: Db, companyId: string, branchIds: string[] | null): Promise<Area[]> {
  const rows = await listAreaRows(db, companyId, branchIds)
  return rows.map(({ id, ...area }) => ({ _id: id, ...area })).filter(({ branches }) => branchIds === null || branches.length > 0)
}

async function readArea(db: Db, companyId: string, areaId: string): Promise<Area> {
  const area = (await readAreas(db, companyId, null)).find(({ _id }) => _id === areaId)
  if (!area) throw new DomainError('NOT_FOUND')
  return area
}
