import type { SaveMessages } from '../../lib/forms/use-save.tsx'

const saved = (success: string, failure: string): SaveMessages => ({
  success: { title: success },
  failure: { title: failure, text: 'Please try again.' },
})

export const totpAdded = saved('Authenticator app added', 'The authenticator app could not be added')
export const totpRemoved = saved('Authenticator app removed', 'The authenticator app could not be removed')
export const passkeyAdded = saved('Passkey added', 'The passkey could not be added')
export const passkeyRemoved = saved('Passkey removed', 'The passkey could not be removed')
export const recoveryCodesMade: SaveMessages = {
  ...saved('Recovery codes made', 'The recovery codes could not be made'),
  quiet: true,
}
export const factorsReset = saved('Second factors reset', 'The second factors could not be reset')
export const signInPolicySaved = saved('Sign-in settings saved', 'The sign-in settings were not saved')
