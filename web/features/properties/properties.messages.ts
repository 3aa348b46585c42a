/** The texts of the property form, verbatim from the property document, section 8. */
export const propertySaved = {
  success: { title: 'Property saved' },
  failure: {
    title: 'Error saving property',
    text: 'Your property was not created due to an error with the submission to the API.',
  },
}

/** The question when the company already has a property with this postcode (section 4). */
export const existingPropertyFound = 'Existing property found'
