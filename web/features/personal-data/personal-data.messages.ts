/** None of these is a text of the specification: finding, exporting and erasing a person came after it. */
export const personErased = {
  success: { title: 'Person erased', text: 'They are a pseudonym wherever they stood.' },
  failure: { title: 'The person was not erased.' },
}
export const retentionSaved = { success: { title: 'Settings saved' }, failure: { title: 'Error.' } }
