import { isDeepStrictEqual } from 'node:util'
import { readForecastSettings, saveForecastSettings } from '@gya/domain/features/forecast/forecast-settings.contract.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { findForecastSettings } from './forecast-settings.read-model.ts'
import { lockForecastSettings, replaceForecastSettings } from './forecast-settings.repository.ts'

export function forecastSettingsRoutes(app: FastifyInstance): void {
  registerRoute(app, readForecastSettings, ({ params: { companyId }, db }) => findForecastSettings(db, companyId))

  registerRoute(app, saveForecastSettings, async ({ params: { companyId }, body, caller, db, now, newId, addJob }) => {
    const { version, ...settings } = body
    await requireCurrentVersion(db, version, await lockForecastSettings(db, companyId, { now, newId }), caller.userId)
    const { version: _version, ...before } = await findForecastSettings(db, companyId)
    if (!isDeepStrictEqual(before, settings)) {
      await replaceForecastSettings(db, companyId, settings, { now, userId: caller.userId, newId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        {
          kind: 'closed-days-edited',
          data: {
            closed: settings.closedDays.map(({ from, to }) => `${dayMonth(from)} to ${dayMonth(to)}`),
            compareStaff: settings.compareStaff,
          },
        },
      ])
      // Step times are counted in these days, so the job must learn them again.
      await addJob('forecast-sales', {})
    }
    return findForecastSettings(db, companyId)
  })
}

/** "24/12" */
const dayMonth = (monthDay: string): string => monthDay.split('-').toReversed().join('/')
