import { priceOptionLabels } from '../asking-price/asking-price.model.ts'
import { phaseLabels } from '../timeline/phase.ts'
import { fixedSteps } from '../timeline/step-definitions.ts'
import { surveyTypes } from '../timeline/survey-types.ts'
import { foldName } from './fold-name.ts'

/**
 * Code lists: the words of other systems for each value of a choice field. [connect §1.2](docs/design/connect.md#1.2):
 * "Shipped for BLM, for GYA's own words, and for the status words in the notes on vocabularies". BLM's are in `blm.ts`.
 */

/** A value as the API has it, such as `1` for "no board" or `'freehold'`. */
export type ChoiceValue = string | number

export type Choice = { value: ChoiceValue; title: string; otherWords: readonly string[] }

const choice = (value: ChoiceValue, title: string, ...otherWords: string[]): Choice => ({ value, title, otherWords })

export const roleChoices = [
  choice('solicitor', 'Solicitor', 'Conveyancer', 'Conveyancing', 'Solicitors', 'Legal', 'Lawyer'),
  choice('broker', 'Mortgage broker', 'Broker', 'Mortgage adviser', 'Mortgage advisor', 'IFA', 'Financial adviser'),
]

export const ownershipChoices = [
  choice('freehold', 'Freehold', 'F', 'FH', 'F/H'),
  choice('leasehold', 'Leasehold', 'L', 'LH', 'L/H', 'Share of freehold', 'Leasehold share of freehold'),
  choice('unknown', 'Unknown', 'Not known', 'TBC', 'N/A'),
]

export const priceOptionChoices = [
  choice(0, priceOptionLabels[0], 'Guide'),
  choice(1, priceOptionLabels[1], 'Offers in the region of', 'OIRO', 'Offers around', 'Offers invited'),
  choice(2, priceOptionLabels[2], 'OO', 'Offers in excess of', 'OIEO', 'Excess', 'From'),
  choice(3, 'Fixed price', priceOptionLabels[3], 'Fixed', 'Price', 'None', 'Default'),
  choice(4, priceOptionLabels[4], 'POA', 'Price on request'),
]

export const boardChoices = [
  choice(0, 'No board', 'No', 'N', 'None', 'Not ordered', 'False'),
  choice(1, 'Board ordered', 'Yes', 'Y', 'Ordered', 'Board', 'Erected', 'For sale board', 'True'),
]

export const chainChoices = [
  choice(0, 'No chain', 'None', 'No', 'N', 'Chain free', 'No onward chain', 'No upper chain'),
  choice(1, 'Complete', 'Chain complete', 'Completed'),
  choice(2, 'Incomplete', 'Chain incomplete', 'Broken', 'Not complete'),
  choice(3, 'Unknown', 'Not known', 'Yes', 'Y', 'TBC', 'In chain'),
]

export const offerStateChoices = [
  choice('P', 'Pending', 'Open', 'Submitted', 'Made', 'Received', 'Considering', 'New'),
  choice('A', 'Accepted', 'Agreed', 'Sale agreed'),
  choice('R', 'Rejected', 'Declined', 'Refused', 'Turned down'),
  choice('W', 'Withdrawn', 'Cancelled', 'Pulled out'),
]

/** Phases of a property. Only a file of offers or sales makes a property sold: no offer is invented. */
export const statusChoices = [
  choice('preForSale', phaseLabels.preForSale, 'Pre-appraisal', 'Valuation', 'Paid valuation', 'Instructed', 'Coming soon'),
  choice('forSale', phaseLabels.forSale, 'Available', 'On the market', 'Live', 'On market', 'For sale unavailable'),
  choice(
    'sold',
    phaseLabels.sold,
    'Sold',
    'SSTC',
    'STC',
    'SSTCM',
    'Sold subject to contract',
    'Under offer',
    'Under offer unavailable',
    'Sale agreed',
    'Offer accepted',
    'Reserved',
  ),
  choice('exchanged', phaseLabels.exchanged, 'Contracts exchanged'),
  choice('completed', phaseLabels.completed, 'Complete'),
  choice('withdrawn', phaseLabels.withdrawn, 'Off the market', 'Off market', 'Sold externally', 'Archived', 'Lost'),
]

/** Jupix writes the availability of a property as a number. [seat §6](docs/design/seat.md#6). */
export const jupixStatuses: Readonly<Record<string, string>> = {
  1: 'preForSale',
  2: 'forSale',
  3: 'sold',
  4: 'sold',
  5: 'sold',
  7: 'withdrawn',
}

/** Of a sale. A property whose sale fell through is for sale or withdrawn. */
export const saleStatuses = [
  ...statusChoices,
  choice('fallenThrough', 'Fallen through', 'Fell through', 'Fall through', 'Aborted', 'Collapsed'),
]

export const stepStateChoices = [
  choice('C', 'Complete', 'Completed', 'Done', 'Finished', 'Yes', 'Y'),
  choice('IP', 'In progress', 'Started', 'Under way', 'Ongoing', 'Applied', 'Awaiting'),
  choice('NS', 'Not started', 'To do', 'No', 'N', 'Outstanding'),
  choice('B', 'Delayed', 'Blocked', 'On hold', 'Stuck'),
  choice('NA', 'N/A', 'Not applicable', 'Not needed', 'None'),
]

export const surveyTypeChoices = surveyTypes.map(({ key, keyName, title }) =>
  key === 5
    ? choice(key, title, keyName, 'Homebuyer report', 'Home buyers report', 'Homebuyers survey', 'HBR', 'Level 2')
    : key === 7
      ? choice(key, title, keyName, 'Full structural survey', 'Building survey', 'Structural', 'Level 3')
      : choice(key, title, keyName),
)

export const stepChoices = fixedSteps.map(({ key, keyName, title }) => choice(key, title, keyName))

/** Whose doing it was that a sale fell through. */
export const fallOffPartyChoices = [
  choice('buyer', 'Buyer', 'Purchaser', 'Applicant', 'Buyer withdrew'),
  choice('seller', 'Seller', 'Vendor', 'Owner', 'Seller withdrew', 'Vendor withdrew'),
  choice('chain', 'Chain', 'Chain broke', 'Chain collapsed'),
  choice('lender', 'Lender', 'Mortgage', 'Bank'),
  choice('neither', 'Neither side', 'Neither', 'Other', 'Unknown', 'Not known'),
]

/** Folded words of a list with their values, cached because folding every cell is slow. */
const folded = new WeakMap<readonly Choice[], ReadonlyMap<string, ChoiceValue>>()

function wordsOf(choices: readonly Choice[]): ReadonlyMap<string, ChoiceValue> {
  const known = folded.get(choices)
  if (known) return known
  const words = new Map<string, ChoiceValue>()
  for (const { value, title, otherWords } of choices)
    for (const word of [String(value), title, ...otherWords].map(foldName)) if (!words.has(word)) words.set(word, value)
  folded.set(choices, words)
  return words
}

/** The choice that a word of another system stands for; undefined if the list does not contain it, or a question mark doubts it ("L/H?"). */
export function findChoice(choices: readonly Choice[], theirs: string): ChoiceValue | undefined {
  const word = theirs.trim().endsWith('?') ? '' : foldName(theirs)
  return word === '' ? undefined : wordsOf(choices).get(word)
}
