import { londonDay, londonInstant } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { listRegister } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { roleOf } from '../../http/access/caller.ts'
import { chosenBranches } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import { findNextDeletion, listCustomersOfAll } from './customer-checks.repository.ts'
import { toCustomer } from './customer-checks.response.ts'
import { readRegisterPage } from './register.read-model.ts'
import { requireRegister, toRegister } from './require-register.ts'

/** The register of a company. Customers of deleted properties and branches stay in it. */
export function registerOfChecksRoutes(app: FastifyInstance): void {
  registerRoute(app, listRegister, async (context) => {
    const { params, query, db, caller, now, today } = context
    const { companyId } = params
    const settings = await requireRegister(db, companyId)
    const branchIds = chosenBranches(caller, query.branchIds)
    const reader = { userId: caller.userId, type: roleOf(caller), now, today }
    const page = pageRequest(query)
    const { side, state, endsBefore, searchText } = query
    const found = await readRegisterPage(db, { companyId, branchIds, side, state, endsBefore, searchText, today, page })
    const all = await listCustomersOfAll(db, companyId, [...new Set(found.page.map(({ propertyId }) => propertyId))])
    const byId = new Map(all.map((one) => [one.id, one]))
    // Customers of one property belong together: a company needs its owners.
    const byProperty = Map.groupBy(all, ({ propertyId }) => propertyId)
    await auditReading(app.gya.database.db, context)
    return {
      data: found.page
        .flatMap(({ id }) => byId.get(id) ?? [])
        .map((one) => ({
          ...toCustomer(one, toRegister(settings, byProperty.get(one.propertyId) ?? []), reader),
          property: one.place,
          since: one.createdOn,
        })),
      paging: toPaging(page, found.total),
      counts: found.counts,
      nextDeletion: await findNextDeletion(db, companyId),
    }
  })
}

type Context = HandlerContext<typeof listRegister>
/** "The register's list by day and person (`register-read`, once a day)." */
async function auditReading(primary: Db, context: Context): Promise<void> {
  const { params, caller, now } = context
  const read = await primary
    .selectFrom('audit')
    .select('id')
    .where('company_id', '=', params.companyId)
    .where('kind', '=', 'register-read')
    .where('user_id', '=', caller.userId)
    .where('at', '>=', londonInstant(londonDay(now), '00:00'))
    .executeTakeFirst()
  if (!read) await recordSecurityEvent({ ...context, db: primary }, { kind: 'register-read' })
}
