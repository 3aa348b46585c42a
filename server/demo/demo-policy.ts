import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Database } from '../db/pool.ts'
import { recordCompanyEvents } from '../features/events/events.repository.ts'
import { insertSecurityEvent } from '../http/access/security-events.ts'
import type { Clock } from '../infra/clock.ts'
import { demoSignIns } from './company.ts'

const daysAhead = 10
/** The version of a policy that nobody has changed since. */
const filledVersion = 2

/**
 * "Policy 'Company admins, from in 10 days'." [trust §9](docs/design/trust.md#9). Each start moves the day ahead until somebody changes the
 * policy; otherwise the demo would require a second factor from its first administrator on the eleventh day.
 */
export async function prepareDemoPolicy({ db }: Database, clock: Clock): Promise<void> {
  const admin = await db
    .selectFrom('app_user')
    .select(['id', 'company_id'])
    .where('email', '=', demoSignIns[1].email)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  if (!admin?.company_id) return
  const { id: userId, company_id: companyId } = admin
  const now = clock.now()
  const requiredFrom = addDays(londonDay(now), daysAhead)
  await db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto('company_sign_in')
      .values({
        company_id: companyId,
        second_factor_for: ['COMPANY_ADMIN'],
        required_from: requiredFrom,
        createdon: now,
        updatedon: now,
        updated_by: userId,
        version: filledVersion,
      })
      .onConflict((conflict) => conflict.column('company_id').doNothing())
      .returning('version')
      .executeTakeFirst()
    if (!inserted) {
      await transaction
        .updateTable('company_sign_in')
        .set({ required_from: requiredFrom })
        .where('company_id', '=', companyId)
        .where('version', '=', filledVersion)
        .where('required_from', '<', requiredFrom)
        .execute()
      return
    }
    const newId = () => clock.newId()
    await insertSecurityEvent(
      { db: transaction, now, newId },
      { network: null, userAgent: '', requestId: null },
      {
        kind: 'sign-in-policy-changed',
        companyId,
        userId,
        aboutUserId: null,
        sessionLogId: null,
        data: { from: '', to: 'COMPANY_ADMIN', requiredFrom },
      },
    )
    await recordCompanyEvents(transaction, { companyId, userId, at: now, newId }, [
      { kind: 'sign-in-policy-edited', data: { roles: ['COMPANY_ADMIN'], requiredFrom } },
    ])
  })
}
