/** The texts of a property's owner, verbatim from the property document, sections 2 and 5. */
export const ownerMissing = "Please add an existing vendor, or create a new record using the 'New vendor' tab."
export const noUserFound = 'No user found.'
