import { searchFold } from '@gya/domain/common/search-fold.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { readMailAddress, saveMailAddress } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Branch } from '../../db/schema.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { findBranch, lockBranch, updateBranchColumns } from '../branches/branches.repository.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'

type Arrival = Decoded<typeof readMailAddress, 'response'>['arrivals'][number]

/** The address at which a branch receives e-mail. Parties keep it, so its name is chosen once. */
export function mailAddressRoutes(app: FastifyInstance): void {
  const domain = app.gya.config.mailIn.domain ?? null

  async function toMailAddress(db: Db, branch: Selectable<Branch>) {
    const { mail_name: name, mail_on: on, version } = branch
    const address = name === null || domain === null ? null : `${name}@${domain}`
    const arrivals = await listArrivals(db, branch)
    return { name, on, address, domain, suggestedName: name ?? (await suggestName(db, branch)), arrivals, version }
  }

  registerRoute(app, readMailAddress, async ({ params, db }) => {
    const branch = await findBranch(db, params.companyId, params.branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    return toMailAddress(db, branch)
  })

  registerRoute(app, saveMailAddress, async ({ params, body, caller, db, now, newId }) => {
    const { companyId, branchId } = params
    const { name, on, version } = body
    const branch = await lockBranch(db, companyId, branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, version, branch, caller.userId)
    refuseIf(on && domain === null ? 'MAIL_NOT_RECEIVED' : null)
    refuseIf(name !== undefined && branch.mail_name !== null && name !== branch.mail_name ? 'MAIL_NAME_FIXED' : null)
    const mailName = name ?? branch.mail_name
    if (on && mailName === null)
      throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'name', message: 'Choose a name.' }] })
    if (mailName !== branch.mail_name) refuseIf((await isTaken(db, mailName ?? '')) ? 'MAIL_NAME_TAKEN' : null)
    if (mailName !== branch.mail_name || on !== branch.mail_on) {
      const columns = { mail_name: mailName, mail_on: on, updatedon: now, updated_by: caller.userId }
      await updateBranchColumns(db, companyId, branchId, columns)
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'mail-address-saved', data: { branchId, name: branch.name, mailName, on } },
      ])
    }
    const saved = await findBranch(db, companyId, branchId)
    if (!saved) throw new DomainError('NOT_FOUND')
    return toMailAddress(db, saved)
  })
}

async function listArrivals(db: Db, { company_id, id }: Selectable<Branch>): Promise<Arrival[]> {
  const rows = await db
    .selectFrom('mail_in')
    .select(['arrived_on', 'state', 'kind'])
    .where('company_id', '=', company_id)
    .where('branch_id', '=', id)
    .orderBy('arrived_on', 'desc')
    .limit(10)
    .execute()
  return rows.map(({ arrived_on, state, kind }) => ({
    arrivedOn: arrived_on,
    state: state as Arrival['state'],
    kind: kind as Arrival['kind'],
  }))
}

/** Names of all companies, because the name alone finds the branch; two of the operator's are taken too. */
const isTaken = async (db: Db, name: string): Promise<boolean> =>
  ['postmaster', 'abuse'].includes(name) ||
  (await db.selectFrom('branch').select('id').where('mail_name', '=', name).executeTakeFirst()) !== undefined

/** "larkmead-reading", from the names of company and branch, with a number where that is taken. */
async function suggestName(db: Db, { company_id, name }: Selectable<Branch>): Promise<string> {
  const company = await db.selectFrom('company').select('name').where('id', '=', company_id).executeTakeFirst()
  const words = searchFold(`${company?.name.split(/\s+/)[0] ?? ''} ${name}`).replace(/[^a-z0-9]+/g, '-')
  const base = words.slice(0, 36).replace(/^-|-$/g, '').padEnd(3, '0')
  let suggestion = base
  for (let number = 2; await isTaken(db, suggestion); number += 1) suggestion = `${base}-${number}`
  return suggestion
}
