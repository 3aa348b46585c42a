import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/** When silence towards vendors and buyers becomes an action item, and the proposed intervals between chases. */

const silenceDays = z.int('Enter a whole number.').min(1, 'Use 1 or more.').max(60, 'Use 60 or less.')
const weekdaysUntilChase = z.int('Enter a whole number.').min(0, 'Use 0 or more.').max(30, 'Use 30 or less.')

const daySettings = {
  /** Days after which a vendor of a sale, or of a property for sale, counts as not updated. */
  vendorSilence: silenceDays,
  vendorSilenceForSale: silenceDays,
  buyerSilence: silenceDays,
  /** Days after which a vendor is due for an update. */
  updateEvery: silenceDays,
  /** Weekdays until the next chase after a conversation, a left message, or an e-mail. */
  nextSpoke: weekdaysUntilChase,
  nextMessage: weekdaysUntilChase,
  nextEmail: weekdaysUntilChase,
}

const DaySettings = z.object({ ...daySettings, version: Version })
export type DaySettings = z.output<typeof DaySettings>

export const readDaySettings = endpoint({
  method: 'GET',
  path: '/company/:companyId/day',
  permission: 'day.view',
  summary: 'After how many days a vendor or buyer counts as not told, and after how many weekdays a contact is chased again.',
  params: companyParams,
  response: DaySettings,
})

export const saveDaySettings = endpoint({
  method: 'PUT',
  path: '/company/:companyId/day',
  permission: 'day.settings',
  summary: 'Change these days. Action items of silence follow shortly afterwards.',
  params: companyParams,
  body: z.strictObject({ ...daySettings, version: Version.optional() }),
  response: DaySettings,
})
