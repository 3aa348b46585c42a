import type { DateOnly } from '../../common/dates.ts'
import { entriesOf, type Fields, type Member } from '../../fields/fields.ts'
import { currentEntry } from '../asking-price/asking-price.rules.ts'
import { identifierFields } from '../properties/identifiers.fields.ts'
import type { PropertyDetail } from '../properties/properties.model.ts'
import { propertyFields } from '../properties/property.fields.ts'
import { findStep, fixedSteps, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { buyerKeys } from './buyer-keys.ts'
import type { FieldValues } from './decide-row.ts'

/** The current values of existing objects, by field of the import, to compare rows with. */

const completedOn = (timeline: Timeline, key: number): DateOnly | null =>
  timeline.find((step) => step.key === key)?.completedOn ?? null

/** Of the fields that a file has; of colleagues their names. */
export const importedValues = <F extends Fields>(fields: F, entity: { readonly [K in keyof F]: unknown }): FieldValues =>
  Object.fromEntries(
    entriesOf(fields).flatMap(([key, field]) =>
      field.import
        ? [
            [
              key,
              field.kind === 'codes'
                ? (entity[key] as string[]).join('; ')
                : field.kind === 'member'
                  ? ((entity[key] as Member | null)?.name ?? null)
                  : entity[key],
            ],
          ]
        : [],
    ),
  ) as FieldValues

const feeValues = ({ agencyFeePercent: percent, agencyFee }: PropertyDetail['mi']): FieldValues => ({
  agencyFeePercent: percent === null ? null : percent / 1000,
  agencyFee,
})

/** The vendor is not compared: an import does not change accounts. */
export function propertyValues(
  detail: PropertyDetail,
  timeline: Timeline,
  today: DateOnly,
  withdrawnOn: DateOnly | null,
): FieldValues {
  const { address, mi, contacts } = detail
  const price = currentEntry(mi.askingPrice, today)
  return {
    line1: address.line1,
    line2: address.line2,
    town: address.town,
    county: address.county,
    postcode: address.postcode,
    ...importedValues(propertyFields, detail),
    ...importedValues(identifierFields, detail.identifiers),
    askingPrice: price?.price ?? null,
    priceOption: price?.priceOption ?? null,
    takenOn: completedOn(timeline, stepKeys.TakeOn),
    launchedOn: completedOn(timeline, stepKeys.PropertyLaunched),
    listed: mi.listed,
    cSigned: mi.cSigned,
    cTerm: mi.cTerm,
    ...feeValues(mi),
    noticeGiven: mi.noticeGiven,
    noticeDays: mi.noticeDays,
    bStaff: contacts.bStaff?.name ?? null,
    withdrawnOn,
  }
}

const sets = [1, 2, 3, 4, 5]

/** The values of a sale with an accepted offer. Surveys are matched to those of the row by type. */
export function saleValues({ mi, contacts, ...detail }: PropertyDetail, timeline: Timeline, row: FieldValues): FieldValues {
  const accepted = detail.offers.find(({ state }) => state === 'A')
  const { solicitor, mBroker } = contacts.buyerDetails
  return {
    buyerName: accepted?.name ?? null,
    agreedPrice: mi.agreedPrice,
    acceptedOn: accepted?.acceptedOn ?? null,
    ...Object.fromEntries(buyerKeys.map((key) => [key, accepted?.[key] ?? null])),
    ...feeValues(mi),
    vendorSolicitor: contacts.solicitor?.contact.name ?? null,
    vendorSolicitorPerson: contacts.solicitor?.poc?.name ?? null,
    buyerSolicitor: solicitor?.contact.name ?? null,
    buyerSolicitorPerson: solicitor?.poc?.name ?? null,
    vendorBroker: contacts.mBroker?.contact.name ?? null,
    vendorBrokerPerson: contacts.mBroker?.poc?.name ?? null,
    buyerBroker: mBroker?.contact.name ?? null,
    buyerBrokerPerson: mBroker?.poc?.name ?? null,
    bStaff: contacts.bStaff?.name ?? null,
    chain: mi.chain,
    completionDate: detail.completionDate,
    expectedExchange: detail.expectedExchange,
    expectedCompletion: detail.expectedCompletion,
    mortgageOfferExpires: detail.mortgageOfferExpires,
    ...Object.fromEntries(
      fixedSteps.flatMap(({ key }) => {
        const step = findStep(timeline, key)
        return [
          [`step.${key}.done`, step?.completedOn ?? null],
          [`step.${key}.started`, step?.startedOn ?? null],
          [`step.${key}.state`, step?.state ?? null],
        ]
      }),
    ),
    ...Object.fromEntries(
      sets.flatMap((set) => {
        const survey = findStep(timeline, Number(row[`survey.${set}.type`] ?? 0))
        return [
          [`survey.${set}.type`, survey?.key ?? null],
          [`survey.${set}.date`, survey?.survey?.date ?? null],
          [`survey.${set}.done`, survey?.completedOn ?? null],
        ]
      }),
    ),
  }
}

type Firm = { name: string; type: string; email: string; tel: string; recommended: boolean; address: string }

export const firmValues = ({ name, type, email, tel, recommended, address }: Firm): FieldValues => ({
  name,
  role: type,
  email,
  tel,
  recommended,
  address,
})
