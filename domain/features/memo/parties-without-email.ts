import type { Memo } from './memo.model.ts'

type EmailedParties = Pick<Memo, 'seller' | 'buyer' | 'vendorSolicitor' | 'buyerSolicitor'>
/** A party of the sale whom nothing can be e-mailed to. */
export type PartyWithoutEmail = { who: 'Vendor' | 'Buyer' | 'Vendor’s solicitor' | 'Buyer’s solicitor'; name: string }

/** The parties who are there and have no e-mail address: a memorandum that is sent does not reach them. */
export function partiesWithoutEmail({ seller, buyer, vendorSolicitor, buyerSolicitor }: EmailedParties): PartyWithoutEmail[] {
  const firm = (solicitor: Memo['vendorSolicitor']) =>
    solicitor && { name: [solicitor.poc, solicitor.firm].filter(Boolean).join(', '), email: solicitor.email }
  const parties = [
    { who: 'Vendor' as const, party: seller },
    { who: 'Buyer' as const, party: buyer },
    { who: 'Vendor’s solicitor' as const, party: firm(vendorSolicitor) },
    { who: 'Buyer’s solicitor' as const, party: firm(buyerSolicitor) },
  ]
  return parties.flatMap(({ who, party }) => (party && party.email.trim() === '' ? [{ who, name: party.name }] : []))
}
