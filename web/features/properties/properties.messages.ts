/** Verbatim from [property §8](docs/design/property.md#8). */
export const propertySaved = {
  success: { title: 'Property saved' },
  failure: {
    title: 'Error saving property',
    text: 'Your property was not created due to an error with the submission to the API.',
  },
}

/** Not in [property](docs/design/property.md). */
export const propertyDeleted = {
  success: { title: 'Property deleted' },
  failure: { title: 'Something went wrong deleting the property', text: 'The property was not deleted. Please try again.' },
}

/** [property §4](docs/design/property.md#4). */
export const existingPropertyFound = 'Existing property found'

export const propertyPhotoRemoved = {
  success: { title: 'Property photo was removed successfully.' },
  failure: { title: 'Something went wrong deleting the properties photo.' },
}

/** [reports §2.1](docs/design/reports.md#2.1) and [reports §8](docs/design/reports.md#8). */
export const warningsTitle = 'Warning'
export const tasksOverdue = 'The following tasks are overdue.'
/** Not in [property](docs/design/property.md): the warnings were resolved since the list was loaded. */
export const nothingOverdue = 'Nothing is overdue any more.'
export const setupWarningsTitle = 'Setup warnings'
export const csvFailed = 'Error downloading CSV.'

/** Texts of a list without properties, for users who take them on and for other users. */
export const noPropertiesText = (mayTakeOn: boolean): string =>
  mayTakeOn
    ? 'Take on a property, and it stands here with its viewings, offers and warnings.'
    : 'Properties of your branches are listed here once they are taken on.'

/** [sale-file §1](docs/design/sale-file.md#1), rule 4. */
export const lookUpFailed = 'The look-up does not answer. Enter the numbers by hand.'
