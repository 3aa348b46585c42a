/** `noteButton` and `invalidNote` are verbatim from [property §8](docs/design/property.md#8). */
export const addANote = 'Add a note'

/** "Note button while saving: 'Please wait...' and, on failure, 'Error, please try again.'" */
export const noteButton = { pending: 'Please wait...', failed: 'Error, please try again.' }

const failure = { title: 'The note was not saved', text: noteButton.failed }

export const noteAdded = { success: { title: 'Note added' }, failure }
export const noteSaved = { success: { title: 'Note saved' }, failure }
export const noteDeleted = { success: { title: 'Note deleted' }, failure: { ...failure, title: 'The note was not deleted' } }

export const invalidNote = 'Invalid note.'
