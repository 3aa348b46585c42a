import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import { type DateOnly, daysBetween, isDateOnly, showDate, showDays } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { describeExpected, describeMoveCount } from '@gya/domain/features/expected-dates/describe-expected.ts'
import { exchangeMoves } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { identifierFields, lookedUpKeys } from '@gya/domain/features/properties/identifiers.fields.ts'
import type { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { propertyFields } from '@gya/domain/features/properties/property.fields.ts'
import { isAgreedPhase, isExchangedPhase } from '@gya/domain/features/timeline/phase.ts'
import { entriesOf } from '@gya/domain/fields/fields.ts'
import { type FormValues, formValuesOf, labelsOf, newFormValues, sentCode } from '@gya/domain/fields/form-values.ts'

type WireProperty = Wire<typeof readProperty, 'response'>
type NewProperty = Wire<typeof createProperty, 'body'>

/** Empty fields are '' or null. */
export type PropertyValues = { address: Address; identifiers: IdentifierValues } & FormValues<typeof propertyFields>

/**
 * `confirmed`: the UPRN of another open property that is to be saved all the same. `taken`: what was taken from the look-up, as long as it
 * is not typed over.
 */
export type IdentifierValues = FormValues<typeof identifierFields> & {
  confirmed: string
  taken: Partial<FormValues<typeof identifierFields>>
}

/** "Defaults: ownership unknown, board status no board." [property §2](docs/design/property.md#2). */
export const newProperty: PropertyValues = {
  address: emptyAddress,
  identifiers: { ...newFormValues(identifierFields), confirmed: '', taken: {} },
  ...newFormValues(propertyFields),
}

export const valuesOf = (property: WireProperty): PropertyValues => ({
  address: withAddressDefaults(property.address),
  identifiers: { ...formValuesOf(identifierFields, property.identifiers), confirmed: '', taken: {} },
  ...formValuesOf(propertyFields, property),
})

const identifiersBody = ({ confirmed, taken: _taken, ...typed }: IdentifierValues) => ({
  identifiers: Object.fromEntries(
    entriesOf(identifierFields).map(([key, field]) => [key, sentCode(field, typed[key])]),
  ) as NonNullable<NewProperty['identifiers']>,
  ...(confirmed !== '' && confirmed === typed.uprn ? { sameUprn: true } : {}),
})

/** The identifiers that are saved as they were taken from the look-up. */
export const lookedUpOf = ({ taken, ...typed }: IdentifierValues) =>
  lookedUpKeys.filter((key) => taken[key] !== undefined && taken[key] === typed[key])

/** "leaseholdPackSent (only when ownership is leasehold)" */
export const bodyOf = ({ identifiers, ...values }: PropertyValues): Omit<NewProperty, 'owner' | 'customLaunchDate'> => ({
  ...values,
  ...identifiersBody(identifiers),
  leaseholdPackSent: values.ownership === 'leasehold' ? values.leaseholdPackSent : 'unknown',
})

/** "An invalid date is discarded." [property §5](docs/design/property.md#5). */
export const launchDateOf = (typed: DateOnly | null): DateOnly | undefined =>
  typed !== null && isDateOnly(typed) ? typed : undefined

/** The photo is not part of the form values. */
export const photoLabel = 'Property photo'

/** Field labels by form path. */
export const propertyLabels = {
  'address.line1': 'Address line 1',
  'address.line2': 'Address line 2',
  'address.town': 'Town',
  'address.county': 'County',
  'address.country': 'Country',
  'address.postcode': 'Postcode',
  ...labelsOf(propertyFields),
  ...Object.fromEntries(entriesOf(identifierFields).map(([key, { label }]) => [`identifiers.${key}`, label])),
}

type NextWarning = { title: string; daysLeft: number; awaitingReports: boolean }

/** "Home buyers survey, awaiting report for 12 days"; of a day to come: "Searches back, due in 14 days". */
export function nextWarningText(next: NextWarning | null): { text: string; tone: 'over' | 'amber' | null } | null {
  if (!next) return null
  const { title, daysLeft, awaitingReports } = next
  if (daysLeft >= 0) return { text: `${title}, due ${daysLeft === 0 ? 'today' : `in ${showDays(daysLeft)}`}`, tone: null }
  const status = awaitingReports ? 'awaiting report for' : 'overdue by'
  return { text: `${title}, ${status} ${showDays(-daysLeft)}`, tone: awaitingReports ? 'amber' : 'over' }
}

/** `day`: "28/11/2026", empty if not set. `words`: "overdue by 19 days, moved twice". */
export type ExchangeFact = { name: string; day: string; words: string; overdueDays: number }

/** The next expected day of the sale: exchange, then completion; undefined without a sale. */
export function exchangeFactOf(property: WireProperty, today: DateOnly): ExchangeFact | undefined {
  const { phase, expectedExchange, exchangeHistory, completionDate, expectedCompletion } = property
  const unset = { day: '', words: '', overdueDays: 0 }
  if (isAgreedPhase(phase)) {
    const name = 'Expected exchange'
    if (expectedExchange === null) return { name, ...unset }
    const { overdueDays, words } = describeExpected(expectedExchange, null, today)
    const moved = describeMoveCount(exchangeMoves(exchangeHistory)?.moves ?? 0)
    return { name, day: showDate(expectedExchange), words: [words, moved].filter(Boolean).join(', '), overdueDays }
  }
  if (!isExchangedPhase(phase)) return undefined
  if (completionDate !== null) {
    const overdueDays = Math.max(0, daysBetween(completionDate, today))
    return { name: 'Completion', day: showDate(completionDate), words: '', overdueDays }
  }
  const name = 'Expected completion'
  if (expectedCompletion === null) return { name, ...unset }
  return { name, day: showDate(expectedCompletion), ...describeExpected(expectedCompletion, null, today) }
}

type SaleForecast = NonNullable<Wire<typeof readSaleForecast, 'response'>['forecast']>

/** "Half by 16/12/2025", with the deciding step or link. */
export function forecastFactOf(forecast: SaleForecast) {
  const { halfBy, decides } = forecast
  return {
    day: halfBy === null ? 'Later than a year' : `Half by ${showDate(halfBy)}`,
    words: decides.words.split(':')[0] ?? '',
  }
}
