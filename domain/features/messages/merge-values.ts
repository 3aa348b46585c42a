import type { Address } from '../../common/address.ts'
import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { type Pence, showPounds, toPounds } from '../../common/money.ts'
import { salutationOf } from '../../common/person.ts'
import { nameInMail } from '../../common/web-address.ts'
import { type SaleRole, sideOf } from '../property-contacts/parties.ts'
import type { MergeFieldName } from './merge-fields.ts'
import type { MergeValues, SaleValues } from './merge-text.ts'

type Contactable = { name: string; tel: string; email: string }
type Solicitor = { firm: string; name: string }

/** Values of merge fields for one sale. `null`: unknown. */
export type MergeSale = {
  address: Pick<Address, 'line1' | 'line2' | 'town' | 'postcode'>
  vendor: { firstName: string; lastName: string } | null
  buyer: string | null
  agreedPrice: Pence | null
  vendorSolicitor: Solicitor | null
  buyerSolicitor: Solicitor | null
  /** The roles of the recipient in this sale. */
  roles: readonly SaleRole[]
  /** Open steps that wait for the recipient, ordered by due day. */
  steps: readonly { title: string; dueOn: DateOnly }[]
  expectedExchange: DateOnly | null
  shareExpected: boolean
  completionDate: DateOnly | null
  progressor: Contactable | null
  branch: Contactable
}

const vendorSide: readonly SaleRole[] = ['vendor', 'vendorContact']

/** "the vendor", "the buyer", "the vendor and the buyer"; empty for a surveyor. */
const sidesInWords = (roles: readonly SaleRole[]): string =>
  (['vendor', 'buyer'] as const)
    .flatMap((side) => (roles.some((role) => sideOf(role) === side) ? [`the ${side}`] : []))
    .join(' and ')

const day = (date: DateOnly | null): string => (date === null ? '' : showDate(date))

/** "Vendor: only where `shareExpected`" (section 6): for the vendor's side, an expected day that is not shared is unknown. */
const isToldExpected = ({ shareExpected }: MergeSale, roles: readonly SaleRole[]): boolean =>
  shareExpected || !roles.some((role) => vendorSide.includes(role))

const isPast = (date: DateOnly | null, today: DateOnly): date is DateOnly => date !== null && date < today

/** A past expected day is treated as unknown, so the fallback of the template is used. */
function saleValues(sale: MergeSale, roles: readonly SaleRole[], today: DateOnly): SaleValues {
  const [step] = sale.steps
  const isShown = isToldExpected(sale, roles) && !isPast(sale.expectedExchange, today)
  return {
    address: addressLine(sale.address),
    line1: sale.address.line1,
    postcode: sale.address.postcode,
    'vendor.name': sale.vendor ? `${sale.vendor.firstName} ${sale.vendor.lastName}`.trim() : '',
    'vendor.firstName': sale.vendor ? salutationOf(sale.vendor.firstName, sale.vendor.lastName) : '',
    'buyer.name': sale.buyer ?? '',
    agreedPrice: sale.agreedPrice === null ? '' : showPounds(toPounds(sale.agreedPrice)),
    'vendorSolicitor.firm': sale.vendorSolicitor?.firm ?? '',
    'vendorSolicitor.name': sale.vendorSolicitor?.name ?? '',
    'buyerSolicitor.firm': sale.buyerSolicitor?.firm ?? '',
    'buyerSolicitor.name': sale.buyerSolicitor?.name ?? '',
    side: sidesInWords(sale.roles),
    steps: sale.steps.map(({ title }) => title),
    step: step?.title ?? '',
    dueDate: day(step?.dueOn ?? null),
    expectedExchange: isShown ? day(sale.expectedExchange) : '',
    completionDate: day(sale.completionDate),
    'progressor.name': sale.progressor?.name ?? '',
    'progressor.tel': sale.progressor?.tel ?? '',
    'progressor.email': sale.progressor?.email ?? '',
    'branch.name': sale.branch.name,
    'branch.tel': sale.branch.tel,
    'branch.email': sale.branch.email,
  }
}

type Recipient = { name: string; roles: readonly SaleRole[] }
type Message = { recipient: Recipient; company: string; today: DateOnly; sales: readonly MergeSale[] }

export const mergeValuesOf = ({ recipient, company, today, sales }: Message): MergeValues => ({
  common: { recipient: nameInMail(recipient.name), company, today: showDate(today) },
  sales: sales.map((sale) => saleValues(sale, recipient.roles, today)),
})

/**
 * "Expected exchange 03/11/2026 has passed": warnings about past days in the text. A past expected exchange is omitted from the
 * message; a past completion date is kept, because the message may be about a completed sale.
 */
export const passedDays = ({ recipient, today, sales }: Message, used: readonly MergeFieldName[]): string[] =>
  sales.flatMap((sale) => {
    const at = sales.length > 1 ? `${sale.address.line1}: ` : ''
    const { expectedExchange, completionDate } = sale
    const isOver = (name: MergeFieldName, date: DateOnly | null): date is DateOnly => used.includes(name) && isPast(date, today)
    return [
      ...(isOver('expectedExchange', expectedExchange) && isToldExpected(sale, recipient.roles)
        ? [`${at}Expected exchange ${showDate(expectedExchange)} has passed and is left out.`]
        : []),
      ...(isOver('completionDate', completionDate) ? [`${at}Completion date ${showDate(completionDate)} has passed.`] : []),
    ]
  })
