export const importOpened = {
  success: { title: 'Import opened' },
  failure: { title: 'The import was not opened' },
  quiet: true,
} as const
export const importDeleted = { success: { title: 'Import deleted' }, failure: { title: 'The import was not deleted' } }
export const mappingSaved = { success: { title: 'Columns saved' }, failure: { title: 'The columns were not saved' } }
export const fileUsedAgain = {
  success: { title: 'File used again' },
  failure: { title: 'The file was not used again' },
  quiet: true,
} as const
export const fileRemoved = { success: { title: 'File removed' }, failure: { title: 'The file was not removed' } }
export const readingStarted = {
  success: { title: 'Reading started' },
  failure: { title: 'The file was not read again' },
  quiet: true,
} as const
export const checkStarted = {
  success: { title: 'Check started' },
  failure: { title: 'The check did not start' },
  quiet: true,
} as const
export const runStarted = {
  success: { title: 'Import started' },
  failure: { title: 'The import did not start' },
  quiet: true,
} as const
export const importStopped = { success: { title: 'Stopped' }, failure: { title: 'It was not stopped' } }
export const jobRetried = {
  success: { title: 'Started again' },
  failure: { title: 'It was not started again' },
  quiet: true,
} as const
export const undoStarted = {
  success: { title: 'Undo started' },
  failure: { title: 'The undo did not start' },
}
export const choiceSaved = {
  success: { title: 'Choice saved' },
  failure: { title: 'The choice was not saved' },
  quiet: true,
} as const
export const invitationsStarted = {
  success: { title: 'Invitations are being sent' },
  failure: { title: 'No invitation was sent' },
  quiet: true,
} as const
