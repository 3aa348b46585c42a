export const exportAsked = {
  success: { title: 'Export requested', text: 'All administrators get an e-mail. You get another one when it is ready.' },
  failure: { title: 'The export was not requested' },
}
export const verifyStarted = {
  success: { title: 'Verifying' },
  failure: { title: 'The verification did not start' },
  quiet: true,
} as const
export const restoreStarted = {
  success: { title: 'Restoring' },
  failure: { title: 'The restore did not start' },
  quiet: true,
} as const
export const restoreGivenUp = {
  success: { title: 'Restore given up' },
  failure: { title: 'The restore was not given up' },
  quiet: true,
} as const
export const archiveRemoved = { success: { title: 'Archive removed' }, failure: { title: 'The archive was not removed' } }
export const everybodyInvited = { success: { title: 'Invitations sent' }, failure: { title: 'Nobody was invited' } }
