/**
 * Texts of contacts and their points of contact, verbatim ([administration §2](docs/design/administration.md#2) and
 * [administration §8](docs/design/administration.md#8)).
 */
export const contactSaved = {
  success: { title: 'Contact saved', text: 'The contact has been saved successfully.' },
  failure: { title: 'Something went wrong', text: 'Something went wrong saving this contact, please try again.' },
}
export const contactUpdated = {
  success: { title: 'Contact updated', text: 'Your changes have been saved' },
  failure: { title: 'An error occurred', text: 'Please try again' },
}

/** "Contact delete failure text is not shown": the generic text of section 8. */
export const contactDeleted = { success: { title: 'Contact deleted' }, failure: { title: 'Error.' } }

export const contactsMerged = { success: { title: 'Contacts merged' }, failure: { title: 'Error.' } }
export const contactRestored = { success: { title: 'Contact restored' }, failure: { title: 'Error.' } }

export const contactList = 'Contact list'
export const createContactLabel = 'Create contact'
export const pocList = 'POC list'
export const createPocLabel = 'Create POC'
export const searchContacts = 'Search by contact name or address line 1 + postcode'
export const searchPocs = 'Search by contact name'
export const addressKnownLabel = 'Address is known at this time.'
export const notKnown = 'Not known'
export const actingFor = 'Acting as solicitor for the following properties'
export const actingForNone = 'This contact is not acting as the solicitors for any active properties in the pipeline.'
