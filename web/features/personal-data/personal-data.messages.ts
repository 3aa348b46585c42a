/** Not in the specification. */
export const personErased = {
  success: { title: 'Person erased', text: 'They are a pseudonym wherever they stood.' },
  failure: { title: 'The person was not erased.' },
}
export const retentionSaved = { success: { title: 'Settings saved' }, failure: { title: 'Error.' } }
