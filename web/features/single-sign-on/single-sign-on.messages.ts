import type { SaveMessages } from '../../lib/forms/use-save.tsx'

const saved = (success: string, failure: string): SaveMessages => ({
  success: { title: success },
  failure: { title: failure, text: 'Please try again.' },
})

export const providerSaved = saved('Single sign-on saved', 'Single sign-on could not be saved')
export const providerRemoved = saved('Single sign-on removed', 'Single sign-on could not be removed')
export const domainConfirmed = saved('Domain confirmed', 'The domain could not be confirmed')
export const domainRemoved = saved('Domain removed', 'The domain could not be removed')
export const testStarted: SaveMessages = { ...saved('Test started', 'The test sign-in could not be started'), quiet: true }
