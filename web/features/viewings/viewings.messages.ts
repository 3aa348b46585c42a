/** Failures and `invalidViewing` are verbatim from [property §8](docs/design/property.md#8). */
const failure = { title: 'Something went wrong', text: 'Something went wrong saving this viewing, please try again.' }

export const viewingAdded = { success: { title: 'Viewing added' }, failure }
export const viewingSaved = { success: { title: 'Viewing saved' }, failure }
export const viewingRemoved = { success: { title: 'Viewing removed' }, failure }

export const invalidViewing = 'Invalid viewing.'
