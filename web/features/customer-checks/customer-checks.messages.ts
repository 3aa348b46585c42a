const again = 'Please try again.'

export const customerAdded = {
  success: { title: 'Customer entered' },
  failure: { title: 'The customer was not entered', text: again },
}
export const customerSaved = {
  success: { title: 'Customer saved' },
  failure: { title: 'The customer was not saved', text: again },
}
export const checkAdded = { success: { title: 'Check entered' }, failure: { title: 'The check was not entered', text: again } }
export const fileAdded = { success: { title: 'File added' }, failure: { title: 'The file was not added', text: again } }
export const checkStruck = {
  success: { title: 'Check struck out' },
  failure: { title: 'The check was not struck out', text: again },
}
export const customerDecided = {
  success: { title: 'Decision saved' },
  failure: { title: 'The decision was not saved', text: again },
}
/** [sale-file §2.4](docs/design/sale-file.md#2.4). */
export const nobodyEntered = 'Nobody is entered. Add the vendor from the sale.'
export const allChecked = 'Every customer is checked.'
export const packAsked = {
  success: { title: 'The file is being made' },
  failure: { title: 'The file was not asked for', text: again },
}
