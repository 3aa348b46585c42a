/** Failures are verbatim from [property §8](docs/design/property.md#8). */
export const contactsSaved = {
  success: { title: 'Contacts saved' },
  failure: { title: 'Error saving contacts', text: 'Something went wrong saving the contact details' },
}

/** "Side tabs Vendor contacts and Buyer contacts", with their sections. [property §2](docs/design/property.md#2). */
export const vendorContacts = 'Vendor contacts'
export const buyerContacts = 'Buyer contacts'
export const vendorSections = {
  person: 'Vendor',
  additionalContacts: 'Additional contacts',
  solicitor: 'Solicitor',
  mBroker: 'Mortgage broker',
  agent: 'Agent Contact',
  other: 'Notes',
}
export const buyerSections = {
  person: "Buyer's details",
  additionalContacts: 'Additional contacts',
  solicitor: 'Solicitor',
  mBroker: 'Mortgage Broker',
  other: 'Notes',
}

export const memoRecipient = 'Memorandum of sale recipient'
