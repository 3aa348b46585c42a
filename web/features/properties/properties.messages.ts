/** The texts of the property form, verbatim from the property document, section 8. */
export const propertySaved = {
  success: { title: 'Property saved' },
  failure: {
    title: 'Error saving property',
    text: 'Your property was not created due to an error with the submission to the API.',
  },
}

/** Deleting a property (section 2); the document gives no texts for it. */
export const propertyDeleted = {
  success: { title: 'Property deleted' },
  failure: { title: 'Something went wrong deleting the property', text: 'The property was not deleted. Please try again.' },
}

/** The question when the company already has a property with this postcode (section 4). */
export const existingPropertyFound = 'Existing property found'

export const propertyPhotoRemoved = {
  success: { title: 'Property photo was removed successfully.' },
  failure: { title: 'Something went wrong deleting the properties photo.' },
}

/** The dialogs and the export of the properties list (reports document, sections 2.1 and 8). */
export const warningsTitle = 'Warning'
export const tasksOverdue = 'The following tasks are overdue.'
/** Ours: somebody has dealt with them since the list was read. */
export const nothingOverdue = 'Nothing is overdue any more.'
export const setupWarningsTitle = 'Setup warnings'
export const csvFailed = 'Error downloading CSV.'
