import { z } from 'zod'
import { PropertyAddress } from '../../common/address.ts'
import { Day, Money, paragraph, Version } from '../../common/wire.ts'

/** "Memo: remarks, buyerCustom, sellerCustom, agentsContact." [property §3](docs/design/property.md#3). */
export const memoFields = {
  remarks: paragraph(5000),
  buyerCustom: paragraph(500),
  sellerCustom: paragraph(500),
  agentsContact: paragraph(500),
}

/** The memorandum's own texts, in responses. */
export const MemoTexts = z.object({
  remarks: z.string(),
  buyerCustom: z.string(),
  sellerCustom: z.string(),
  agentsContact: z.string(),
})
export type MemoTexts = z.output<typeof MemoTexts>

/** A seller or buyer. `custom` replaces the name, which is then shown struck through. */
const Party = z.object({ name: z.string(), custom: z.string(), email: z.string(), tel: z.string() })
export type Party = z.output<typeof Party>

const Solicitor = z.object({ firm: z.string(), poc: z.string(), email: z.string(), tel: z.string(), address: z.string() })
export type Solicitor = z.output<typeof Solicitor>

/**
 * A possible recipient of the memorandum. `party`: vendor, buyer or one of their solicitors; `marked`: "Memorandum of
 * sale recipient". Both kinds are prefilled.
 */
const Recipient = z.object({
  name: z.string(),
  email: z.string(),
  who: z.string(),
  party: z.boolean(),
  marked: z.boolean(),
})
export type Recipient = z.output<typeof Recipient>

/** A memorandum of sale: its own texts and the current data of the sale. */
export const Memo = MemoTexts.extend({
  version: Version,
  address: PropertyAddress,
  tenure: z.string(),
  seller: Party,
  sellerComplete: z.boolean(),
  buyer: Party.nullable(),
  vendorSolicitor: Solicitor.nullable(),
  buyerSolicitor: Solicitor.nullable(),
  price: Money.nullable(),
  offerAcceptedOn: Day.nullable(),
  /** Payment terms and buyer's position, one sentence each. */
  terms: z.array(z.string()),
  chain: z.string(),
  completionDate: Day.nullable(),
  /** The progressor. */
  agent: z.string(),
  recipients: z.array(Recipient),
  /** The last memorandum that was e-mailed of this sale: when, and the price in it. Missing where it is not shown. */
  made: z.object({ on: Day, price: Money }).nullable().optional(),
})
export type Memo = z.output<typeof Memo>
