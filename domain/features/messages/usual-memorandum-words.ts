import type { SaleRole } from '../property-contacts/parties.ts'

/** Recipients of the memorandum of sale. All get the same text, which may contain only fields allowed for each of them. */
export const memorandumRoles: readonly SaleRole[] = [
  'vendor',
  'buyer',
  'vendorSolicitor',
  'buyerSolicitor',
  'vendorContact',
  'buyerContact',
]

export const usualMemorandumSubject = (address: string): string => `Memorandum of sale: ${address}`

/** The text of the memorandum's e-mail if no template exists. `address` on one line. */
export const usualMemorandumWords = (address: string, sender: string) => ({
  subject: usualMemorandumSubject(address),
  message: `Please find attached the memorandum of sale for ${address}, subject to contract.\n\nKind regards\n${sender}`,
})
