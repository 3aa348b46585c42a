/** The texts of the viewing screens; failures verbatim from the property document, section 8. */
const failure = { title: 'Something went wrong', text: 'Something went wrong saving this viewing, please try again.' }

export const viewingAdded = { success: { title: 'Viewing added' }, failure }
export const viewingSaved = { success: { title: 'Viewing saved' }, failure }
export const viewingRemoved = { success: { title: 'Viewing removed' }, failure }

/** A viewing that is no longer there when it is to be removed. */
export const invalidViewing = 'Invalid viewing.'
