import type { DateOnly } from '@gya/domain/common/dates.ts'
import { toPence, toPounds } from '@gya/domain/common/money.ts'
import {
  unlikelyContractDay,
  unlikelyFeePercent,
  unlikelyFixedFee,
  unlikelyLaunchDay,
  unlikelyNoticeDay,
} from '@gya/domain/common/unlikely-values.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { calculateFees } from '@gya/domain/features/management-info/fees.ts'
import type { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import {
  contractEnd,
  endsInsideContract,
  isNoticeOver,
  noticeEnd,
} from '@gya/domain/features/management-info/management-info.rules.ts'
import { isUnsoldPhase } from '@gya/domain/features/timeline/phase.ts'

export type InfoProperty = Wire<typeof updateManagementInfo, 'response'>
export type WireMi = InfoProperty['mi']
type Body = Wire<typeof updateManagementInfo, 'body'>

/** Form values: entity mi, with a checkbox for notice given. */
export type ManagementInfoValues = Pick<
  WireMi,
  | 'chain'
  | 'cTerm'
  | 'cSigned'
  | 'listed'
  | 'agencyFeeType'
  | 'agencyFee'
  | 'agencyFeePercent'
  | 'noticeGiven'
  | 'noticeDays'
  | 'invoiceSent'
> & { onNotice: boolean }

export const valuesOf = (mi: WireMi): ManagementInfoValues => ({
  chain: mi.chain,
  cTerm: mi.cTerm,
  cSigned: mi.cSigned,
  listed: mi.listed,
  agencyFeeType: mi.agencyFeeType,
  agencyFee: mi.agencyFee,
  agencyFeePercent: mi.agencyFeePercent,
  onNotice: mi.noticeGiven !== null,
  noticeGiven: mi.noticeGiven,
  noticeDays: mi.noticeDays,
  invoiceSent: mi.invoiceSent,
})

/** Without notice given, its day and length are cleared. */
export const bodyOf = ({ onNotice, ...values }: ManagementInfoValues): Body =>
  onNotice ? values : { ...values, noticeGiven: null, noticeDays: null }

/** `price`: the price the fee is calculated from. */
export const implausibleValues = (values: ManagementInfoValues, price: number | null, today: DateOnly) => [
  values.agencyFeeType === 0 ? unlikelyFeePercent(values.agencyFeePercent) : unlikelyFixedFee(values.agencyFee, price),
  unlikelyLaunchDay(values.listed, today),
  unlikelyContractDay(values.cSigned, today),
  values.onNotice ? unlikelyNoticeDay(values.noticeGiven, today) : null,
]

export const validateNotice = ({ onNotice, noticeGiven, noticeDays }: ManagementInfoValues): Record<string, string> => ({
  ...(onNotice && noticeGiven === null ? { noticeGiven: 'Enter the day the notice was given.' } : {}),
  ...(onNotice && noticeDays === null ? { noticeDays: 'Enter how many days it runs.' } : {}),
})

/** Null while a value is incomplete or out of range. */
const withinRange = (value: number | null, max: number): number | null =>
  value !== null && value >= 0 && value <= max ? value : null

export type FeePreview = {
  gross: number | null
  deduction: number | null
  expected: number | null
  percent: number | null
  estimate: boolean
}

/** The fee for the values being edited, in pounds, by the same rule as on the server. */
export function feePreview(
  mi: Pick<WireMi, 'agreedPrice' | 'currentAskingPrice' | 'feeDeduction'>,
  edited: Pick<ManagementInfoValues, 'agencyFeeType' | 'agencyFee' | 'agencyFeePercent'>,
): FeePreview {
  const fee = withinRange(edited.agencyFee, 1_000_000_000)
  const percent = withinRange(edited.agencyFeePercent, 100)
  const fees = calculateFees({
    agreedPrice: mi.agreedPrice === null ? null : toPence(mi.agreedPrice),
    askingPrice: mi.currentAskingPrice === null ? null : toPence(mi.currentAskingPrice),
    type: edited.agencyFeeType,
    fixedFee: fee === null ? null : toPence(fee),
    percent: percent === null ? null : Math.round(percent * 1000),
    deduction: Math.round(mi.feeDeduction * 100),
  })
  const pounds = (pence: number | null) => (pence === null ? null : toPounds(pence))
  return {
    gross: pounds(fees.gross),
    deduction: pounds(fees.deduction),
    expected: pounds(fees.expected),
    percent: fees.percent === null ? null : fees.percent / 1000,
    estimate: fees.estimate,
  }
}

/** The ends of contract and notice for the values being edited, and whether the notice ends inside the contract term. */
export function contractAndNoticeEnds({ cSigned, cTerm, onNotice, noticeGiven, noticeDays }: ManagementInfoValues) {
  const contract = contractEnd(cSigned, cTerm)
  const notice = onNotice ? noticeEnd(noticeGiven, noticeDays) : null
  return { contract, notice, noticeInsideContract: endsInsideContract(notice, contract) }
}

/**
 * "After noticeEnd the screen proposes to withdraw." [domain, Time and money](docs/design/domain.md#time-and-money). Only while the
 * property is marketed.
 */
export const proposesToWithdraw = ({ phase, mi }: Pick<InfoProperty, 'phase' | 'mi'>, today: DateOnly): boolean =>
  isUnsoldPhase(phase) && isNoticeOver(mi.noticeEnd, today)

/** Field labels by form path. */
export const managementInfoLabels: Record<string, string> = {
  listed: 'Listed',
  cSigned: 'Contract signed',
  cTerm: 'Contract term',
  agencyFeeType: 'Fee type',
  agencyFeePercent: 'Agency fee',
  agencyFee: 'Fixed fee',
  chain: 'Chain',
  onNotice: 'Notice given',
  noticeGiven: 'Notice given on',
  noticeDays: 'Negotiated notice',
  invoiceSent: 'Invoice sent',
}
