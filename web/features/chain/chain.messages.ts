import type { SaveMessages } from '../../lib/forms/use-save.tsx'

/**
 * Texts of the chain ([property §2](docs/design/property.md#2), [property §4](docs/design/property.md#4) and
 * [property §5](docs/design/property.md#5)). "Any chain update failure: error status; text not shown."
 */
export const chainSaved: SaveMessages = {
  success: { title: 'Chain saved' },
  failure: { title: 'Error saving the chain' },
}
/** `notUpdated`: names of linked properties whose chains the user cannot edit. */
export const chainSavedForAll = (notUpdated: readonly string[]): SaveMessages => ({
  success: {
    title: 'Chain saved',
    text: notUpdated.length === 0 ? 'All linked properties were updated.' : notUpdatedText(notUpdated),
  },
  failure: chainSaved.failure,
})
/** The preview of a save for all: its result is shown in a dialog. */
export const chainPreviewed: SaveMessages = { ...chainSaved, quiet: true }
/** Hint of "update all": linked properties outside the reader's scope. */
export const notUpdatedText = (names: readonly string[]): string => `Not updated, being in another branch: ${names.join(', ')}.`

export const startChain = 'Start chain'
export const addLinkAbove = 'Add link above'
export const addLinkBelow = 'Add link below'
export const clearPropertyLink = 'Clear property link'
export const removeFromChain = 'Remove from chain'
export const linkExisting = 'Link an existing property'
export const positionLabel = (position: number): string => `Position ${position}`

export const buyersEnd = 'Buyer’s end'
export const onwardPurchase = 'Onward purchase'
export const updateAllLinked = 'Update all linked properties'
export const resetDroppedChains = 'Reset the chains of properties that were dropped'
export const salesProgress = 'Sales progress'
export const surveyNotes = 'Survey notes'
/** "Reset chain, link a property and unlink each require typing the first address line." */
export const firstLineOfAddress = 'the first line of the address'
/** Maximum length of a link's general notes. */
export const noteLimit = 5000

/** The chain status is saved with the management information ([property §8](docs/design/property.md#8)). */
export const chainStatusSaved = {
  success: { title: 'Chain status saved' },
  failure: { title: 'Error saving Management information', text: 'An error occured and your updates were not saved.' },
}
