import type { SaleRole } from '../property-contacts/parties.ts'

/** Who gets the memorandum of sale. Its words are the same for all of them, so they may hold only what each may be told. */
export const memorandumRoles: readonly SaleRole[] = [
  'vendor',
  'buyer',
  'vendorSolicitor',
  'buyerSolicitor',
  'vendorContact',
  'buyerContact',
]

/** What the e-mail of the memorandum says where no template is for it. `address` in one line. */
export const usualMemorandumWords = (address: string, sender: string) => ({
  subject: `Memorandum of sale: ${address}`,
  message: `Please find attached the memorandum of sale for ${address}, subject to contract.\n\nKind regards\n${sender}`,
})
