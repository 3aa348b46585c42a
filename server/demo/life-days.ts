import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import { dayFactsOf } from '@gya/domain/features/dashboard/day-facts.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import type { Insertable } from 'kysely'
import type { PropertyDay } from '../db/schema.ts'
import { dayFactColumns } from '../features/dashboard/days.repository.ts'
import type { SimulatedProperty } from './property-life.ts'

const toNumber = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

const endAfter = (start: DateOnly | null | undefined, days: number | null | undefined): DateOnly | null =>
  start && days !== null && days !== undefined ? addDays(start, days) : null

/** How a property of the demo stands at this point of its life; as the live server derives it of the saved one. */
function dayRow({
  property,
  offers,
  timeline,
  askingPrices,
  parties,
  deduction,
}: SimulatedProperty): Omit<Insertable<PropertyDay>, 'since'> {
  const completionDate = property.completion_date ?? null
  const askingPrice = toNumber(askingPrices.at(-1)?.price)
  const acts = (role: string) => parties.some((party) => party.role === role)
  const fees = calculateFees({
    agreedPrice: toNumber(property.agreed_price),
    askingPrice,
    type: (property.agency_fee_type ?? 0) as 0 | 1,
    fixedFee: toNumber(property.agency_fee),
    percent: toNumber(property.agency_fee_percent),
    deduction,
  })
  return {
    company_id: property.company_id,
    property_id: property.id,
    branch_id: property.branch_id,
    chain: property.chain ?? 3,
    asking_price: askingPrice,
    expected_fee: fees.expected,
    contract_end: endAfter(
      property.c_signed,
      property.c_term === null || property.c_term === undefined ? null : property.c_term * 7,
    ),
    notice_given: property.notice_given ?? null,
    notice_end: endAfter(property.notice_given, property.notice_days),
    completion_date: completionDate,
    vendor_solicitor: acts('vendorSolicitor'),
    vendor_broker: acts('vendorBroker'),
    ...dayFactColumns(
      dayFactsOf({
        active: property.active ?? true,
        hasAcceptedOffer: offers.some(({ state }) => state === 'A'),
        completionDate,
        timeline,
      }),
    ),
  }
}

/** Keeps how a property stands after something happened on a day: as `saveDay` does for a live one. */
export function recordDay(life: SimulatedProperty, today: DateOnly): void {
  const day = dayRow(life)
  const { since, until: _until, ...last } = life.days.at(-1) ?? { since: '' }
  if (since && JSON.stringify(last) === JSON.stringify(day)) return
  if (since === today) life.days.pop()
  else if (since) life.days.push({ ...(life.days.pop() as Insertable<PropertyDay>), until: today })
  life.days.push({ ...day, since: today, until: 'infinity' })
}
