export const ruleSaved = {
  success: { title: 'Saved who runs new sales' },
  failure: { title: 'Something went wrong', text: 'Who runs new sales was not saved. Please try again.' },
}

/** The message with Undo announces the success. */
export const salesShared = {
  success: { title: 'Sales shared' },
  failure: { title: 'Something went wrong', text: 'No sale was shared. Please try again.' },
  quiet: true,
} as const
