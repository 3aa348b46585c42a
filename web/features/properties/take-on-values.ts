import { showPounds, toPence, toPounds } from '@gya/domain/common/money.ts'
import { unlikelyAskingPrice, unlikelyFeePercent, unlikelyFixedFee } from '@gya/domain/common/unlikely-values.ts'
import type { PriceOption } from '@gya/domain/features/asking-price/asking-price.model.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import { readFee } from '@gya/domain/features/management-info/read-fee.ts'
import type { Pasted } from '@gya/domain/features/properties/read-pasted.ts'
import { newProperty, type PropertyValues } from './property-values.ts'

/** What a new property may have from the start. `fee`: as typed, "1.25 %" or "£3,000". */
export type Terms = { askingPrice: number | null; priceOption: PriceOption; fee: string }

type Owner = {
  kind: 'existing' | 'new'
  /** The chosen one. */
  vendor: { label: string } | null
  firstName: string
  lastName: string
  email: string
  tel: string
}

export type TakeOnValues<O extends Owner = Owner> = PropertyValues & Terms & { customLaunchDate: string | null; owner: O }

export const newTakeOn = <O extends Owner>(negotiator: string | null, owner: O): TakeOnValues<O> => ({
  ...newProperty,
  negotiator,
  askingPrice: null,
  priceOption: 3,
  fee: '',
  customLaunchDate: null,
  owner,
})

export const termLabels = { askingPrice: 'Asking price', priceOption: 'Price option', fee: 'Fee' }

const percentOrPounds = (text: string): { percent: number | null; pounds: number | null } => {
  const fee = readFee(text)
  if (fee === null || fee === 'unclear') return { percent: null, pounds: null }
  return 'percent' in fee ? { percent: fee.percent, pounds: null } : { percent: null, pounds: fee.pounds }
}

export function termsBody({ askingPrice, priceOption, fee }: Terms) {
  const { percent, pounds } = percentOrPounds(fee)
  return {
    ...(askingPrice === null ? {} : { askingPrice, priceOption }),
    ...(percent === null ? {} : { agencyFeePercent: percent }),
    ...(pounds === null ? {} : { agencyFee: pounds }),
  }
}

export const termsProblems = ({ fee }: Terms): Record<string, string> =>
  readFee(fee) === 'unclear' ? { fee: 'Say which: 1.25 % or £3,000.' } : {}

export function unlikelyTerms({ askingPrice, fee }: Terms): (string | null)[] {
  const { percent, pounds } = percentOrPounds(fee)
  return [unlikelyAskingPrice(askingPrice, null), unlikelyFeePercent(percent), unlikelyFixedFee(pounds, askingPrice)]
}

/** "£4,062.50 without VAT": what the fee comes to. */
export function feeWords({ askingPrice, fee }: Terms): string {
  const { percent, pounds } = percentOrPounds(fee)
  const { gross } = calculateFees({
    agreedPrice: null,
    askingPrice: askingPrice === null || !Number.isFinite(askingPrice) ? null : toPence(askingPrice),
    type: pounds === null ? 0 : 1,
    fixedFee: pounds === null ? null : toPence(pounds),
    percent: percent === null ? null : Math.round(percent * 1000),
    deduction: 0,
  })
  if (gross !== null) return `${showPounds(toPounds(gross))} without VAT`
  return percent === null ? '1.25 % or £3,000, without VAT' : `${percent} % of the price, without VAT`
}

const textsOfAddress = ['line1', 'line2', 'town', 'county', 'postcode'] as const
const textsOfOwner = ['firstName', 'lastName', 'email', 'tel'] as const

/** Fills what is empty with what a pasted text says; `read`: the fields in words. An owner who is chosen stays. */
export function fillEmpty<O extends Owner>(values: TakeOnValues<O>, pasted: Pasted): { values: TakeOnValues<O>; read: string[] } {
  const { address: given } = pasted
  const address = { ...values.address }
  // The lines of an address belong together.
  const isEmpty = values.address.line1 === '' || given.line1 === ''
  for (const part of textsOfAddress) if (isEmpty && address[part] === '') address[part] = given[part]
  const owner = { ...values.owner }
  const takesOwner = owner.kind === 'new' || owner.vendor === null
  for (const part of textsOfOwner) if (takesOwner && owner[part] === '') owner[part] = pasted[part]
  if (takesOwner && (pasted.lastName !== '' || pasted.email !== '')) owner.kind = 'new'
  const askingPrice = values.askingPrice ?? pasted.askingPrice
  const fee = values.fee === '' && pasted.feePercent !== null ? `${pasted.feePercent} %` : values.fee
  const filled: [string, boolean][] = [
    ['address', textsOfAddress.some((part) => address[part] !== values.address[part])],
    ['price', askingPrice !== values.askingPrice],
    ['fee', fee !== values.fee],
    ['name', owner.lastName !== values.owner.lastName || owner.firstName !== values.owner.firstName],
    ['telephone', owner.tel !== values.owner.tel],
    ['e-mail', owner.email !== values.owner.email],
  ]
  const read = filled.flatMap(([name, isFilled]) => (isFilled ? [name] : []))
  return { values: { ...values, address, owner, askingPrice, fee }, read }
}

/** Takes back what a pasted text filled; what was typed over it since stays. */
export function undoFill<O extends Owner>(
  now: TakeOnValues<O>,
  before: TakeOnValues<O>,
  filled: TakeOnValues<O>,
): TakeOnValues<O> {
  const back = <V extends object>(current: V, earlier: V, given: V): V =>
    Object.fromEntries(
      (Object.keys(current) as (keyof V)[]).map((key) => [key, current[key] === given[key] ? earlier[key] : current[key]]),
    ) as V
  return {
    ...back(now, before, filled),
    address: back(now.address, before.address, filled.address),
    owner: back(now.owner, before.owner, filled.owner),
  }
}

/** "Takes 12 Mill Lane on in Tilehurst at £325,000, 1.25 %, for Grace Otter". */
export function takeOnWords({ address, askingPrice, fee, owner }: TakeOnValues, branch: string): string {
  const who = owner.kind === 'new' ? `${owner.firstName} ${owner.lastName}`.trim() : (owner.vendor?.label ?? '')
  const terms = [...(Number.isFinite(askingPrice) ? [`at ${showPounds(askingPrice ?? 0)}`] : []), fee.trim(), who && `for ${who}`]
  return [`Takes ${address.line1 || 'a property'} on in ${branch}`, terms.filter(Boolean).join(', ')].filter(Boolean).join(' ')
}
