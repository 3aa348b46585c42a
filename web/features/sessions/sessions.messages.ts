import type { SaveMessages } from '../../lib/forms/use-save.tsx'

export const sessionEnded: SaveMessages = {
  success: { title: 'Signed out there' },
  failure: { title: 'Could not sign out there', text: 'Please try again.' },
}

export const sessionsEnded: SaveMessages = {
  success: { title: 'Signed out' },
  failure: { title: 'Could not sign out', text: 'Please try again.' },
}
