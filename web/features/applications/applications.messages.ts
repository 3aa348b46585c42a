const failure = { title: 'Something went wrong', text: 'Please try again.' }

export const connected = { success: { title: 'Going back to the application' }, failure, quiet: true } as const
export const appAsked = { success: { title: 'Asked' }, failure, quiet: true } as const
export const grantEnded = { success: { title: 'Application ended' }, failure }
export const appAllowed = { success: { title: 'Application allowed' }, failure }
export const appRefused = { success: { title: 'Application refused' }, failure }
export const appRemoved = { success: { title: 'Application removed' }, failure }
