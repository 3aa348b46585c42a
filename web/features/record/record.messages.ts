export const addressesSaved = { success: { title: 'Addresses saved' }, failure: { title: 'The addresses were not saved' } }
export const verificationStarted = {
  success: { title: 'Verification started' },
  failure: { title: 'The record was not verified' },
  quiet: true,
} as const
export const recordFileAsked = {
  success: { title: 'The file is being created', text: 'It appears under Made before.' },
  failure: { title: 'The file was not created' },
} as const
