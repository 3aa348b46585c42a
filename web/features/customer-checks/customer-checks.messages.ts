const messages = (success: string, failure: string) => ({
  success: { title: success },
  failure: { title: failure, text: 'Please try again.' },
})

export const customerAdded = messages('Customer entered', 'The customer was not entered')
export const customerSaved = messages('Customer saved', 'The customer was not saved')
export const checkAdded = messages('Check entered', 'The check was not entered')
export const fileAdded = messages('File added', 'The file was not added')
export const checkStruck = messages('Check struck out', 'The check was not struck out')
export const customerDecided = messages('Decision saved', 'The decision was not saved')
export const packAsked = messages('The file is being made', 'The file was not asked for')
/** [sale-file §2.4](docs/design/sale-file.md#2.4). */
export const nobodyEntered = 'Nobody is entered. Add the vendor from the sale.'
export const allChecked = 'Every customer is checked.'
