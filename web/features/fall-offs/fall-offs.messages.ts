/** The texts of the fall-off screens. */
export const fallOffPerformed = {
  success: { title: 'Fall off performed' },
  failure: { title: 'Something went wrong', text: 'Something went wrong performing the fall off, please try again.' },
}
export const saleRestored = {
  success: { title: 'Sale restored' },
  failure: { title: 'Something went wrong', text: 'Something went wrong restoring this sale, please try again.' },
}
export const fallOffDeleted = {
  success: { title: 'Fall off deleted' },
  failure: { title: 'Something went wrong', text: 'Something went wrong deleting this fall off, please try again.' },
}

export const fallOffClassified = {
  success: { title: 'Fall off classified' },
  failure: { title: 'Something went wrong', text: 'Something went wrong classifying this fall off, please try again.' },
}
export const rescueMarked = {
  success: { title: 'Noted' },
  failure: { title: 'Something went wrong', text: 'Something went wrong noting this, please try again.' },
}
export const chainToldSaved = {
  success: { title: 'Noted as told' },
  failure: { title: 'Something went wrong', text: 'Something went wrong noting this, please try again.' },
}
export const reasonsSaved = {
  success: { title: 'Reasons saved' },
  failure: { title: 'The reasons were not saved' },
}
