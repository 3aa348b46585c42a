/** Verbatim from [property §2](docs/design/property.md#2) and [property §8](docs/design/property.md#8); the rest is ours. */
export const managementInfoSaved = {
  success: { title: 'Management information saved' },
  failure: {
    title: 'Error saving Management information',
    text: 'An error occured and your updates were not saved.',
  },
}

const soldPriceFailed = 'Something went wrong updating the sold price.'
export const soldPriceSaved = {
  success: { title: 'Property sold price saved.' },
  failure: { title: soldPriceFailed, text: soldPriceFailed },
}

export const propertyWithdrawn = {
  success: { title: 'Property withdrawn' },
  failure: { title: 'Error saving property', text: 'The property was not withdrawn. Please try again.' },
}
