import { DomainError } from '@gya/domain/error-catalogue.ts'
import { withoutRegister, withRegister } from '@gya/domain/features/gates/register-items.ts'
import { readSaleFile, saveSaleFile } from '@gya/domain/features/sale-file/sale-file.contract.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findGateTemplate, lockGateList, saveGateTemplateRows } from '../gates/gates.repository.ts'
import type { DeriveChecksJob } from '../properties/projections/derive-checks.ts'
import { findSaleFile, lockSaleFile, updateSaleFile } from './sale-file.repository.ts'

/** Which parts of the sale's file a company uses. */
export function saleFileRoutes(app: FastifyInstance): void {
  registerRoute(app, readSaleFile, ({ params: { companyId }, db }) => findSaleFile(db, companyId))

  registerRoute(app, saveSaleFile, async (context) => {
    const { params, body, caller, db, now, newId, addJob } = context
    const { companyId } = params
    const { version, ...settings } = body
    await requireOfficer(context)
    await requireCurrentVersion(db, version, await lockSaleFile(db, companyId, now), caller.userId)
    const before = await findSaleFile(db, companyId)
    const changes = changedFields(before, settings)
    if (changes.length === 0) return before
    await updateSaleFile(db, companyId, settings, { now, userId: caller.userId })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'sale-file-edited', data: { changes } },
    ])
    await recordSecurityEvent(context, {
      kind: 'sale-file-edited',
      data: { changed: changes.map(({ field }) => field).join(', ') },
    })
    if (before.checks !== settings.checks) await setGateItems(context)
    if (before.checks !== settings.checks || before.fundsFrom !== settings.fundsFrom)
      await addJob('derive-checks', { companyId } satisfies DeriveChecksJob, undefined, `derive-checks ${companyId}`)
    return findSaleFile(db, companyId)
  })
}

type Saving = HandlerContext<typeof saveSaleFile>

/** The nominated officer works for the company. */
async function requireOfficer({ params, body, db }: Saving): Promise<void> {
  if (body.officerId === null) return
  const officer = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', body.officerId)
    .where('company_id', '=', params.companyId)
    .where('type', '<>', 'VENDOR')
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  if (!officer) throw new DomainError('NOT_FOUND')
}

/**
 * "Switching the register on sets the starter items 1, 2 and 3 of the company to them in the same call and writes `gates-edited`; sales
 * already accepted keep the items they were accepted under." Switching it off gives them back their evidence.
 */
async function setGateItems({ params: { companyId }, body, caller, db, now, newId }: Saving): Promise<void> {
  const initial = await findGateTemplate(db, companyId)
  await lockGateList(db, companyId, now)
  const locked = await findGateTemplate(db, companyId)
  // The list of a company that never changed its gates has no rows yet.
  const { items, modes } = locked.items.length > 0 ? locked : initial
  const changed = body.checks ? withRegister(items) : withoutRegister(items)
  await saveGateTemplateRows(db, companyId, { modes, items: changed, now, userId: caller.userId })
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'gates-edited', data: { items: changed.length, before: items.length, modes, was: modes } },
  ])
}
