import { z } from 'zod'
import { count, Day, Money } from '../../common/wire.ts'
import { AskingPrice } from '../asking-price/asking-price.model.ts'
import { ChainStatus } from '../chain/chain-status.ts'
import { DeductionPercent, FeePercent } from './fee-percent.ts'

/** Management information of a property, `mi` on the wire. */
export const ManagementInfo = z
  .object({
    chain: ChainStatus,
    /** Weeks. */
    cTerm: count(520).nullable(),
    cSigned: Day.nullable(),
    /** Contract end: cSigned + cTerm × 7 days. */
    cSignedEndDate: Day.nullable(),
    listed: Day.nullable(),
    /** The company's notice period; null if not set, then no notice can be given. */
    noticePeriodInDays: z.int().nullable(),
    /** 0 percentage of the agreed price, 1 fixed fee. */
    agencyFeeType: z.union([z.literal(0), z.literal(1)]),
    agencyFee: Money.nullable(),
    agencyFeePercent: FeePercent.nullable(),
    noticeGiven: Day.nullable(),
    noticeDays: count(1000).nullable(),
    noticeEnd: Day.nullable(),
    agreedPrice: Money.nullable(),
    invoiceSent: z.boolean(),
    askingPrice: z.array(AskingPrice),
    currentAskingPrice: Money.nullable(),
    /** The branch's fee deduction or else the company's. */
    feeDeduction: DeductionPercent,
    fees: z.object({
      gross: Money.nullable(),
      deduction: Money.nullable(),
      expected: Money.nullable(),
      /** Percentage of the agreed price, or of the asking price if nothing is agreed. */
      percent: FeePercent.nullable(),
      /** True if the asking price is used instead of an agreed price. */
      estimate: z.boolean(),
    }),
  })
  .meta({ id: 'ManagementInfo' })
export type ManagementInfo = z.output<typeof ManagementInfo>
