/** Failures are verbatim from [property §8](docs/design/property.md#8). */
const failure = { title: 'Something went wrong', text: 'Something went wrong saving the offer, please try again.' }

export const offerAdded = { success: { title: 'Offer added' }, failure }
export const offerSaved = { success: { title: 'Offer saved' }, failure }
export const offerAmended = { success: { title: 'Offer amended' }, failure }
export const offerRemoved = { success: { title: 'Offer removed' }, failure }

export const invalidOffer = 'Invalid offer.'
