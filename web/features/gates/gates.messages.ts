/** The texts of the gates. */
export const checkSaved = {
  success: { title: 'Check saved' },
  failure: { title: 'Something went wrong', text: 'Something went wrong saving this check, please try again.' },
}
export const checkTakenBack = {
  success: { title: 'Check open again' },
  failure: { title: 'Something went wrong', text: 'Something went wrong taking this check back, please try again.' },
}
export const gateOverridden = {
  success: { title: 'Overridden' },
  failure: { title: 'Something went wrong', text: 'Something went wrong overriding this check, please try again.' },
}
export const gatesSaved = {
  success: { title: 'Gates saved' },
  failure: { title: 'The gates were not saved' },
}
