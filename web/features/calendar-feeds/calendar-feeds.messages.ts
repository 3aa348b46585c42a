import type { SaveMessages } from '../../lib/forms/use-save.tsx'

export const feedMade: SaveMessages = {
  success: { title: 'Calendar made' },
  failure: { title: 'Could not create the calendar', text: 'Please try again.' },
  quiet: true,
}

export const feedEnded: SaveMessages = {
  success: { title: 'Calendar ended' },
  failure: { title: 'Could not end the calendar', text: 'Please try again.' },
}
