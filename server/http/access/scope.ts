import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { Id } from '@gya/domain/common/wire.ts'
import { type Endpoint, type ScopeKey, scopeKeys } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Caller } from './caller.ts'

/** The company, branch and property ids of a call. */
export type Scope = Partial<Record<ScopeKey, string>>

const throwNotFound = (): never => {
  throw new DomainError('NOT_FOUND')
}

const scopeSql = {
  company: 'select id as company_id from company where id = $1 and deleted_on is null',
  branch:
    'select b.company_id from branch b join company c on c.id = b.company_id and c.deleted_on is null where b.id = $1 and b.deleted_on is null',
  property: `select p.company_id, p.branch_id, p.owner_id from property p
    join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
    join company c on c.id = p.company_id and c.deleted_on is null
    where p.company_id = $1 and p.id = $2 and p.deleted_on is null`,
  companyInUse: `select 1 from app_user where company_id = $1 and activated and type <> 'VENDOR'
    and (not password_reset or last_login is not null) limit 1`,
  ownInBranch:
    'select id from property where company_id = $1 and branch_id = $2 and owner_id = $3 and deleted_on is null limit 1',
}

/**
 * The only place that decides scope: company, branch and property must exist, belong together and be in the caller's scope. Platform
 * admins: everything, but see `requireSupportAccess`. Company admins: all branches of their company. Other staff: the branches in their
 * reach. Vendors: their own properties and the branches that sell them ([domain, Access](docs/design/domain.md#access)). Throws NOT_FOUND,
 * as for ids that do not exist. Returns the company id, if any.
 */
export async function requireScope(pool: pg.Pool, caller: Caller, scope: Scope): Promise<string | null> {
  const { companyId, branchId, propertyId } = scope
  if (companyId && caller.companyId !== companyId && caller.type !== 'GYA_ADMIN') throwNotFound()
  if (propertyId) {
    const [property] = (await pool.query({ name: 'scope-property', text: scopeSql.property, values: [companyId, propertyId] }))
      .rows
    if (!property || (branchId && property.branch_id !== branchId)) throwNotFound()
    const place = { companyId: property.company_id, branchId: property.branch_id, ownerId: property.owner_id }
    if (caller.type !== 'GYA_ADMIN' && !isInScope(caller, place)) throwNotFound()
    return property.company_id
  }
  if (branchId) {
    const [branch] = (await pool.query({ name: 'scope-branch', text: scopeSql.branch, values: [branchId] })).rows
    if (!branch || (companyId && branch.company_id !== companyId)) throwNotFound()
    if (caller.type !== 'GYA_ADMIN' && caller.companyId !== branch.company_id) throwNotFound()
    if (caller.type === 'VENDOR') await requireOwnBranch(pool, caller, branchId)
    else if (!isInBranch(caller, branchId)) throwNotFound()
    return branch.company_id
  }
  if (companyId && caller.type === 'GYA_ADMIN') {
    const [company] = (await pool.query({ name: 'scope-company', text: scopeSql.company, values: [companyId] })).rows
    if (!company) throwNotFound()
  }
  return companyId ?? null
}

/**
 * "The platform admin enters a company only with a reason, for at most 8 hours": throws SUPPORT_ACCESS_REQUIRED without an open support
 * access. A company without users is still being set up by the platform and requires none.
 */
export async function requireSupportAccess(pool: pg.Pool, caller: Caller, companyId: string): Promise<void> {
  if (caller.enteredCompanyIds.includes(companyId)) return
  const { rowCount } = await pool.query({ name: 'company-in-use', text: scopeSql.companyInUse, values: [companyId] })
  if (rowCount !== 0) throw new DomainError('SUPPORT_ACCESS_REQUIRED', { details: { companyId } })
}

export function isInScope(caller: Caller, of: { companyId: string; branchId: string; ownerId: string | null }): boolean {
  if (caller.type === 'GYA_ADMIN') return caller.enteredCompanyIds.includes(of.companyId)
  if (caller.companyId !== of.companyId) return false
  return caller.type === 'VENDOR' ? of.ownerId === caller.userId : isInBranch(caller, of.branchId)
}

const isInBranch = (caller: Caller, branchId: string): boolean => branchesInScope(caller)?.includes(branchId) ?? true

async function requireOwnBranch(pool: pg.Pool, caller: Caller, branchId: string): Promise<void> {
  const own = await pool.query({
    name: 'scope-own-in-branch',
    text: scopeSql.ownInBranch,
    values: [caller.companyId, branchId, caller.userId],
  })
  if (own.rowCount === 0) throwNotFound()
}

/** Branches whose data is listed; `null`: all of the company, including data without a branch. */
export const branchesInScope = (caller: Pick<Caller, 'type' | 'branchIds'>): string[] | null =>
  reachesAllBranches(caller.type) ? null : caller.branchIds

/** The requested branches that are in scope; null: all of the company. */
export function chosenBranches(caller: Caller, branchIds: string | undefined): string[] | null {
  const scope = branchesInScope(caller)
  const chosen = branchIds?.split(',') ?? null
  return scope && chosen ? chosen.filter((id) => scope.includes(id)) : (chosen ?? scope)
}

const parseId = (value: unknown, path: string): string => {
  const id = Id.safeParse(value)
  if (!id.success) throw new DomainError('VALIDATION_FAILED', { issues: [{ path, message: 'This is not an id.' }] })
  return id.data
}

/** The scope ids in path and query. Throws VALIDATION_FAILED. */
export const requestScope = ({ params, query }: FastifyRequest): Scope => {
  const named = { ...(query as Record<string, unknown>), ...(params as Record<string, unknown>) }
  return Object.fromEntries(scopeKeys.filter((key) => named[key] !== undefined).map((key) => [key, parseId(named[key], key)]))
}

/** The same including the ids that the contract declares in the body (`scopeInBody`). */
export const requestScopeWithBody = ({ scopeInBody = {} }: Endpoint, request: FastifyRequest): Scope => {
  const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as Record<string, unknown>
  const named = Object.entries(scopeInBody).map(([key, field]) => [key, parseId(body[field], field)])
  return { ...requestScope(request), ...Object.fromEntries(named) }
}
