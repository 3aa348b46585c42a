import { readDaySettings, saveDaySettings } from '@gya/domain/features/day-settings/day-settings.contract.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import type { DeriveSilenceJob } from '../properties/projections/derive-silence.ts'
import { findDaySettings, lockDaySettings, updateDaySettings } from './day-settings.repository.ts'

export function daySettingsRoutes(app: FastifyInstance): void {
  registerRoute(app, readDaySettings, ({ params: { companyId }, db }) => findDaySettings(db, companyId))

  registerRoute(app, saveDaySettings, async ({ params: { companyId }, body, caller, db, now, newId, addJob }) => {
    const { version, ...settings } = body
    const { row, before } = await lockDaySettings(db, companyId, now)
    await requireCurrentVersion(db, version, row, caller.userId)
    const changes = changedFields(before, settings)
    if (changes.length > 0) {
      await updateDaySettings(db, companyId, settings, { now, userId: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'day-settings-saved', data: { changes } },
      ])
      await addJob('derive-silence', { companyId } satisfies DeriveSilenceJob, undefined, `derive-silence ${companyId}`)
    }
    return findDaySettings(db, companyId)
  })
}
