/** What a vendor knows their account by: the agency, and their newest property; null if they have none. */
export type VendorAgency = { companyName: string; line1: string | null }

/** "your GYA account", or for a vendor "your account with Hartley & Stone, where you follow the sale of 27 Rodway Road,". */
export const accountWords = (agency: VendorAgency | null): string => {
  if (agency === null) return 'your GYA account'
  return `your account with ${agency.companyName}${agency.line1 === null ? '' : `, where you follow the sale of ${agency.line1},`}`
}

/** The same in a subject. */
export const accountSubject = (agency: VendorAgency | null): string =>
  agency === null ? 'your GYA account' : `your account with ${agency.companyName}`
