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

/** "Fall-off reason maximum 500 characters." Property document, section 9. */
export const reasonLimit = 500
