import type { SaveMessages } from '../../lib/forms/use-save.tsx'

export const accessApproved: SaveMessages = {
  success: { title: 'Access approved' },
  failure: { title: 'Could not approve it', text: 'Please try again.' },
}

export const accessRefused: SaveMessages = {
  success: { title: 'Access refused' },
  failure: { title: 'Could not refuse it', text: 'Please try again.' },
}

export const accessEnded: SaveMessages = {
  success: { title: 'Access ended' },
  failure: { title: 'Could not end it', text: 'Please try again.' },
}

export const approvalSaved: SaveMessages = {
  success: { title: 'Saved' },
  failure: { title: 'Could not save', text: 'Please try again.' },
}
