export const exportAsked = {
  success: { title: 'Export asked for', text: 'All administrators are told. You get an e-mail when it is ready.' },
  failure: { title: 'The export was not asked for' },
}
export const verifyStarted = {
  success: { title: 'Verifying' },
  failure: { title: 'The archive is not verified' },
  quiet: true,
} as const
export const restoreStarted = {
  success: { title: 'Restoring' },
  failure: { title: 'The archive is not restored' },
  quiet: true,
} as const
export const restoreGivenUp = {
  success: { title: 'Given up' },
  failure: { title: 'The restore goes on' },
  quiet: true,
} as const
export const archiveRemoved = { success: { title: 'Archive removed' }, failure: { title: 'The archive was not removed' } }
export const everybodyInvited = { success: { title: 'Invitations sent' }, failure: { title: 'Nobody was invited' } }
