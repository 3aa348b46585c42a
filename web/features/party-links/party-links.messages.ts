import type { SaveMessages } from '../../lib/forms/use-save.tsx'

export const linkSent: SaveMessages = {
  success: { title: 'Link sent' },
  failure: { title: 'The link was not sent' },
}

export const linkEnded: SaveMessages = {
  success: { title: 'Link ended' },
  failure: { title: 'The link was not ended' },
}
