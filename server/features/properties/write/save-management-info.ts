import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  decideManagementInfo,
  type ManagementInfoChange,
  type ManagementInfoFields,
} from '@gya/domain/features/management-info/management-info.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { Updateable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Property } from '../../../db/schema.ts'
import type { NewEvent } from '../../events/events.repository.ts'
import { updatePropertyFields } from './properties.repository.ts'

/** Saves management information in the transaction of a property's change; returns the events. Throws the refusals of the rules. */
export async function saveManagementInfo(
  { db }: { db: Db },
  ids: PropertyIds,
  { mi, offers }: Pick<PropertyDetail, 'mi' | 'offers'>,
  change: ManagementInfoChange,
): Promise<NewEvent[]> {
  const sold = offers.some((offer) => offer.state === 'A')
  const { changed, refused } = decideManagementInfo(toMiFields(mi), change, { noticePeriodInDays: mi.noticePeriodInDays, sold })
  if (refused) throw new DomainError(refused)
  if (Object.keys(changed).length === 0) return []
  await updatePropertyFields(db, ids, toColumns(changed))
  return toEvents(mi, changed)
}

const toMiFields = (mi: PropertyDetail['mi']): ManagementInfoFields => ({
  chain: mi.chain,
  cTerm: mi.cTerm,
  cSigned: mi.cSigned,
  listed: mi.listed,
  agencyFeeType: mi.agencyFeeType,
  agencyFee: mi.agencyFee,
  agencyFeePercent: mi.agencyFeePercent,
  noticeGiven: mi.noticeGiven,
  noticeDays: mi.noticeDays,
  agreedPrice: mi.agreedPrice,
  invoiceSent: mi.invoiceSent,
})

const toColumns = (fields: ManagementInfoChange): Updateable<Property> =>
  omitUndefined({
    chain: fields.chain,
    c_term: fields.cTerm,
    c_signed: fields.cSigned,
    listed: fields.listed,
    agency_fee_type: fields.agencyFeeType,
    agency_fee: fields.agencyFee,
    agency_fee_percent: fields.agencyFeePercent,
    notice_given: fields.noticeGiven,
    notice_days: fields.noticeDays,
    agreed_price: fields.agreedPrice,
    invoice_sent: fields.invoiceSent,
  })

/** Notice, sold price and invoice are separate events; the other fields are one event. */
function toEvents(mi: ManagementInfoFields, changed: ManagementInfoChange): NewEvent[] {
  const { agreedPrice, invoiceSent, noticeGiven, ...terms } = changed
  if (noticeGiven !== undefined) delete terms.noticeDays
  const fields = Object.keys(terms) as (keyof typeof terms)[]
  const events: NewEvent[] = []
  if (fields.length > 0) {
    const before = Object.fromEntries(fields.map((field) => [field, mi[field]]))
    events.push({ kind: 'management-info-saved', data: { fields, before, after: terms } })
  }
  if (noticeGiven) events.push({ kind: 'notice-given', data: { on: noticeGiven, days: changed.noticeDays ?? mi.noticeDays } })
  if (noticeGiven === null) events.push({ kind: 'notice-withdrawn', data: { before: mi.noticeGiven } })
  if (agreedPrice !== undefined) events.push({ kind: 'sold-price-saved', data: { price: agreedPrice, before: mi.agreedPrice } })
  if (invoiceSent !== undefined) events.push({ kind: 'invoice-sent', data: { sent: invoiceSent } })
  return events
}
