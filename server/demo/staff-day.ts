import { addDays } from '@gya/domain/common/dates.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { NewEvent } from '../features/events/events.repository.ts'
import { expectDays } from './expected-days.ts'
import { changeOffer } from './offer-actions.ts'
import { giveNotice, setFields } from './property-actions.ts'
import { type Action, recordDay, type SimulatedProperty } from './simulated-property.ts'
import { momentAt } from './workdays.ts'

/**
 * Contents of the staff sign-in's day in addition to late and delayed steps: a mortgage offer that expires before exchange, a contract that
 * ends in 6 days, a notice that ends in 3, and an offer amended since yesterday. [day §12](docs/design/day.md#12).
 */

type People = { staffId: string; adminId: string }
type Sales = { sold: readonly SimulatedProperty[]; forSale: readonly SimulatedProperty[] }
type Moment = { daysAgo: number; minute: number; by: string }

function act(simulated: SimulatedProperty, action: Action, { daysAgo, minute, by }: Moment, present: CurrentTime): void {
  const moment = momentAt(addDays(present.today, -daysAgo), minute, present)
  const events = action(simulated, moment)
  if (events.length === 0) return
  recordDay(simulated, moment.today)
  for (const { kind, data } of events) addEvent(simulated, moment.now, by, { kind, ...(data ? { data } : {}) })
}

export const addEvent = (simulated: SimulatedProperty, at: string, by: string, { kind, data = {} }: NewEvent): void => {
  const { company_id, id } = simulated.property
  const event = { company_id, id: simulated.newId(at), property_id: id, user_id: by, at, kind, data: JSON.stringify(data) }
  simulated.events.push(event)
  Object.assign(simulated.property, { version: simulated.property.version + 1, updatedon: at, updated_by: by })
}

/** The time, or a second after the last assignment where that came later: the newest entry names the present progressor. */
export function afterAssignment({ events }: SimulatedProperty, at: string): string {
  const times = events.filter(({ kind }) => kind === 'progressor-assigned').map(({ at: time }) => time)
  const last = times.toSorted().at(-1)
  return last !== undefined && last >= at ? new Date(Date.parse(last) + 1_000).toISOString() : at
}

/** Exchange is expected within six weeks of the expiry, so that Today shows both. */
const exchangesSoon = ({ property }: SimulatedProperty, today: string): boolean =>
  typeof property.expected_exchange === 'string' &&
  property.expected_exchange > addDays(today, 12) &&
  property.expected_exchange < addDays(today, 44)

export function prepareStaffDay({ sold, forSale }: Sales, { staffId, adminId }: People, present: CurrentTime): void {
  const { today } = present
  const morning = (minute: number) => ({ daysAgo: 0, minute, by: staffId })
  const [amended, ...others] = sold.toReversed().filter(({ offers }) => offers.some(({ state }) => state === 'A'))
  const offer = amended?.offers.find(({ state }) => state === 'A')
  if (amended && offer)
    act(
      amended,
      changeOffer(offer.name, { amendAmount: offer.amount - 250_000, amendReason: 'The survey found damp.' }),
      { daysAgo: 1, minute: 17 * 60 + 20, by: adminId },
      present,
    )
  const expiring = others.find((simulated) => exchangesSoon(simulated, today))
  const exchange = expiring?.property.expected_exchange
  if (expiring && typeof exchange === 'string')
    act(expiring, expectDays({ mortgageOfferExpires: addDays(exchange, -4) }), morning(8 * 60 + 32), present)
  const [ending, leaving] = forSale
  const weeks = 12
  if (ending)
    act(
      ending,
      setFields('management-info-saved', { c_signed: addDays(today, 6 - weeks * 7), c_term: weeks }),
      morning(8 * 60 + 34),
      present,
    )
  const noticeDays = 14
  if (leaving)
    act(
      leaving,
      (simulated, moment) => giveNotice(noticeDays)(simulated, { ...moment, today: addDays(today, 3 - noticeDays) }),
      morning(8 * 60 + 36),
      present,
    )
}
