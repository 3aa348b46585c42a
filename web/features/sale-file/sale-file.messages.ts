export const saleFileSaved = {
  success: { title: 'Settings saved' },
  failure: { title: 'The settings were not saved', text: 'Please try again.' },
}
