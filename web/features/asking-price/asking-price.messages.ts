/** The texts of the asking price, verbatim from [property §8](docs/design/property.md#8). */
const failure = {
  title: 'Something sent wrong',
  text: 'Something went wrong updating the asking price, please try again.',
}

export const askingPriceSaved = {
  success: { title: 'Asking price updated', text: 'Your update to the asking price has been saved.' },
  failure,
}
export const askingPriceRemoved = { success: { title: 'Asking price removed' }, failure }

/** Shown when the entry to remove no longer exists. */
export const invalidAskingPrice = 'Invalid asking price.'
