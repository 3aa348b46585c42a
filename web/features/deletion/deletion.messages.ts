/** The specification has no texts for these; the failure is the generic one of section 8. */
export const companyDeleted = { success: { title: 'Company deleted' }, failure: { title: 'Error.' } }
export const branchDeleted = { success: { title: 'Branch deleted' }, failure: { title: 'Error.' } }
export const restored = { success: { title: 'Restored' }, failure: { title: 'Error.' } }
