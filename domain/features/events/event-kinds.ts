/**
 * "Every change of a property, and who made it when, is an entry in an append-only event log."
 * [domain, Record](docs/design/domain.md#record). The kinds of events with their labels: only kinds of this list can be written. Amounts
 * are pence, dates `YYYY-MM-DD`.
 */

import { userTypeLabels } from '../../access/permissions.ts'
import { addressLine } from '../../common/address-line.ts'
import { type Instant, showDateTime, showDays } from '../../common/dates.ts'
import { priceOptionLabels } from '../asking-price/asking-price.model.ts'
import { assignRuleLabels } from '../assignment/choose-progressor.ts'
import { chainStatusLabels } from '../chain/chain-status.ts'
import { channelLabels } from '../conversations/conversations.model.ts'
import { describeRecordedLater } from '../conversations/conversations.rules.ts'
import { checkKindLabels, customerSideLabels } from '../customer-checks/customer-checks.model.ts'
import { fallOffPartyLabels, fallOffPhaseLabels } from '../fall-offs/fall-off-reasons.ts'
import { rescueOutcomeLabels } from '../fall-offs/rescue.ts'
import { saleEndLabels } from '../messages/messages.rules.ts'
import { offerFields } from '../offers/offers.fields.ts'
import { linkEndingLabels, type ProposalContent, proposerLabels, proposerWords } from '../party-links/party-links.model.ts'
import { describeProposal } from '../party-links/proposals.rules.ts'
import { identifierFields } from '../properties/identifiers.fields.ts'
import { propertyFields } from '../properties/property.fields.ts'
import { fundsFromLabels } from '../sale-file/sale-file.model.ts'
import { providerLabels } from '../single-sign-on/single-sign-on.rules.ts'
import { describeReason } from '../timeline/describe-reason.ts'
import { type StepKey, stepDefinition } from '../timeline/step-definitions.ts'
import { type Reason, reasonKinds, type StepState, stateLabels } from '../timeline/timeline.model.ts'
import { updateSkipReasonLabels } from '../vendor-updates/vendor-updates.model.ts'
import { viewingFields } from '../viewings/viewings.fields.ts'
import {
  asChoice,
  asCount,
  asDay,
  asFeePercent,
  asList,
  asMoney,
  asText,
  asYesNo,
  type EventData,
  type EventFact,
  type FieldLabels,
  fact,
  facts,
  fieldFacts,
  fieldLabels,
  moved,
} from './event-facts.ts'

/** Filters of the history. Events of group `company` belong to no property. */
export const eventGroups = {
  property: 'Property',
  information: 'Information',
  price: 'Asking price',
  marketing: 'Viewings and relaunches',
  offers: 'Offers',
  sale: 'Fall-offs',
  timeline: 'Timeline',
  contacts: 'Contacts and vendor',
  chain: 'Chain',
  notes: 'Notes',
  chasing: 'Chasing and tasks',
  files: 'Files and memorandum',
  referrals: 'Referrals',
  company: 'Company',
} as const
export type EventGroup = keyof typeof eventGroups

export type EventKindDefinition = {
  group: EventGroup
  /** Short description; author and time are shown beside it. */
  label: string | ((data: EventData) => string)
  facts?: (data: EventData) => EventFact[]
}

const asAddress = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { line1, line2, town, county, postcode } = value as Record<string, string | undefined>
  // The county may be all that changed.
  const townAndCounty = [town, county].filter(Boolean).join(', ')
  return addressLine({ line1: line1 ?? '', line2, town: townAndCounty, postcode: postcode ?? '' })
}

const propertyLabels: FieldLabels = {
  address: ['Address', asAddress],
  ...fieldLabels(propertyFields),
  ...fieldLabels(identifierFields),
  active: ['Withdrawn', (active) => asYesNo(typeof active === 'boolean' ? !active : active)],
  completionDate: ['Completion date', asDay],
}

const asIdentifiers = (keys: unknown) =>
  asList(Array.isArray(keys) ? keys.map((key) => propertyLabels[String(key)]?.[0] ?? key) : keys)

const informationFields: FieldLabels = {
  chain: ['Chain', asChoice(chainStatusLabels)],
  cTerm: ['Contract term', (weeks) => (typeof weeks === 'number' ? `${weeks} weeks` : undefined)],
  cSigned: ['Contract signed', asDay],
  listed: ['Listed', asDay],
  agencyFeeType: ['Fee type', asChoice({ 0: 'Percentage of agreed price', 1: 'Fixed fee' })],
  agencyFee: ['Fixed fee', asMoney],
  agencyFeePercent: ['Agency fee', asFeePercent],
  noticeGiven: ['Notice given', asDay],
  noticeDays: ['Notice days', asCount],
  agreedPrice: ['Sold price', asMoney],
  invoiceSent: ['Invoice sent', asYesNo],
}

/** Columns of an account. */
const personFields: FieldLabels = {
  first_name: ['First name', asText],
  last_name: ['Last name', asText],
  email: ['E-mail', asText],
  tel: ['Telephone', asText],
  contact_by_email: ['Contact by e-mail', asYesNo],
  contact_by_push: ['Contact by push notification', asYesNo],
  weekly_summary: ['Summaries by e-mail', asYesNo],
  digest_time: ['Digest of the day at', (time) => asText(time)?.slice(0, 5)],
  starts_with: ['Starts with', (screen) => (screen === 'today' ? 'Today' : 'Properties')],
  single_keys: ['Single keys', asYesNo],
}

const contactFields: FieldLabels = {
  bStaff: ['Agent contact', asText],
  solicitor: ["Vendor's solicitor", asText],
  mBroker: ["Vendor's mortgage broker", asText],
  other: ["Notes on the vendor's side"],
  additionalContacts: ["Vendor's additional contacts"],
  'buyerDetails.solicitor': ["Buyer's solicitor", asText],
  'buyerDetails.mBroker': ["Buyer's mortgage broker", asText],
  'buyerDetails.other': ["Notes on the buyer's side"],
  'buyerDetails.additionalContacts': ["Buyer's additional contacts"],
  'buyerDetails.buyer.name': ["Buyer's name"],
  'buyerDetails.buyer.email': ["Buyer's e-mail"],
  'buyerDetails.buyer.tel': ["Buyer's telephone"],
  'buyerDetails.buyer.cashBuyer': ['Cash buyer', asYesNo],
}

const stepTitle = (key: unknown): string => stepDefinition(key as StepKey)?.title ?? 'A step'

/** Price of an entry; it may be unchanged if only date or option changed. */
const changedPrice = (data: EventData): EventFact[] =>
  data.before === data.price
    ? fact('Price', 'price', asMoney)(data)
    : moved('Price', { from: 'before', to: 'price' }, asMoney)(data)

const asStep = (key: unknown): string | undefined => (typeof key === 'number' ? stepTitle(key) : undefined)

const stepState = (state: unknown): string | undefined =>
  typeof state === 'string' && state in stateLabels ? stateLabels[state as StepState] : undefined

function stepWords({ key, from, to }: EventData): string {
  const title = stepTitle(key)
  if (from === null) return `${title} added`
  if (to === null) return `${title} removed`
  return from === to ? `${title}: dates or details changed` : `${title}: ${stepState(to)?.toLowerCase() ?? 'changed'}`
}

const daysOfStates: Readonly<Record<string, string>> = { C: 'Completed on', B: 'Delayed since', IP: 'Started on' }

/** Date of the new state, and date of the old state if it was removed or corrected. */
const stepDays = (data: EventData): EventFact[] => {
  const what = daysOfStates[String(data.from)]
  const was = asDay(data.was)
  if (was === undefined || !what) return fact('From', 'on', asDay)(data)
  if (data.from === data.to) return moved(what, { from: 'was', to: 'on' }, asDay)(data)
  return [...fact('From', 'on', asDay)(data), { what, from: was }]
}

function stepFacts(data: EventData): EventFact[] {
  const { from, to, because, becauseOf } = data
  const kind = reasonKinds.find((one) => one === because)
  const steps = (Array.isArray(becauseOf) ? becauseOf : []) as Reason['steps']
  return [
    ...(from !== null && to !== null && from !== to ? moved('State', { from: 'from', to: 'to' }, stepState)(data) : []),
    ...stepDays(data),
    ...(kind && kind !== 'requested' ? [{ what: 'Why', to: describeReason({ kind, steps }, []) }] : []),
    ...proposedBy(data),
  ]
}

const asLinkParty = asChoice(proposerLabels)
/** Of what an accepted proposal changed: "Buyer’s solicitor, by e-mail". */
const proposedBy = (data: EventData): EventFact[] => {
  const inWords = (party: unknown): string | undefined => {
    const label = asLinkParty(party)
    return label && data.source === 'mail' ? `${label}, by e-mail` : label
  }
  return fact('Proposed by', 'proposedBy', inWords)(data)
}
const linkFacts = facts(fact('Party', 'party', asLinkParty), fact('Name', 'name'))

const partyWords = ({ party }: EventData): string =>
  typeof party === 'string' && party in proposerWords ? proposerWords[party as keyof typeof proposerWords] : 'a party'

/** Content of a proposal; the fields of `ProposalContent`. */
const proposalWords = (data: EventData): string => {
  const { what, stepKey = null, state = null, dateKind = null, onDay = null, fileName = null } = data
  return describeProposal({ what, stepKey, state, dateKind, onDay, fileName, text: '' } as ProposalContent)
}
const proposalFacts = facts(fact('Message', 'text'), fact('Reason', 'reason'))

const asMoment = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? showDateTime(value) : undefined

const expectedWords = (what: string, on: unknown, undone: unknown): string =>
  `${what} ${undone === true ? 'undone' : on === null ? 'removed' : 'set'}`

const buyerAndAmount = facts(fact('Buyer', 'name'), fact('Amount', 'amount', asMoney))
const nameFact = fact('Name', 'name')

const priceFields: FieldLabels = {
  effectiveDate: ['From', asDay],
  priceOption: ['Price option', asChoice(priceOptionLabels)],
}

const relaunchFields: FieldLabels = { when: ['Day', asDay], notes: ['Notes', asText] }
const noteFields: FieldLabels = { message: ['Note', asText], timelineKey: ['Step', asStep] }
const noteFacts = facts(fact('Step', 'timelineKey', asStep), fact('Note', 'message'))
/** Number of sealed entries that an erasure replaced. */
const amendedFact = ({ amended }: EventData): EventFact[] =>
  fact('Entries of the record replaced', 'count', asCount)((amended ?? {}) as EventData)
const referralFact = fact(
  'Referral',
  'referral',
  asChoice({
    vendorSolicitor: 'Vendor to a solicitor',
    buyerSolicitor: 'Buyer to a solicitor',
    vendorBroker: 'Vendor to a mortgage broker',
    buyerBroker: 'Buyer to a mortgage broker',
  }),
)

const partyFields: FieldLabels = { name: ['Name', asText], email: ['E-mail', asText], tel: ['Telephone', asText] }

const documentFacts = facts(fact('File', 'fileName'), fact('Note', 'note'), proposedBy)
const taskFields: FieldLabels = {
  title: ['Task', asText],
  note: ['Note', asText],
  assigneeId: ['Whose', asText],
  dueOn: ['Due', asDay],
  dueAt: ['Time', asText],
  repeat: ['Repeats'],
}
const taskFacts = facts(fact('Task', 'title'), fact('Due', 'dueOn', asDay))

const asAddresses = (value: unknown): string | undefined =>
  Array.isArray(value) ? asText(value.flatMap((one) => asText(one) ?? []).join(', ')) : undefined
const recipientFacts = facts(fact('To', 'to', asAddresses), fact('CC', 'cc', asAddresses), fact('BCC', 'bcc', asAddresses))
const memoFields: FieldLabels = {
  remarks: ['Remarks', asText],
  buyerCustom: ['Custom buyer text', asText],
  sellerCustom: ['Custom seller text', asText],
  agentsContact: ['Agents contact', asText],
}

const daySettingsFields: FieldLabels = {
  vendorSilence: ['Vendor of a sale not told for', asCount],
  vendorSilenceForSale: ['Vendor of a property for sale not told for', asCount],
  buyerSilence: ['Buyer not told for', asCount],
  updateEvery: ['Update to vendors every', asCount],
  nextSpoke: ['Chase after speaking', asCount],
  nextMessage: ['Chase after a message left', asCount],
  nextEmail: ['Chase after an e-mail', asCount],
}

// 07:00 is when a day without a time begins.
const asNextChase = (value: unknown) => asMoment(value)?.replace(' 07:00am', '')

const gateFacts = facts(fact('Check', 'title'), fact('Reference', 'reference'), fact('Note', 'note'))

const sideFact = fact('Side', 'side', asChoice(customerSideLabels))
const checkFacts = facts(sideFact, fact('What', 'kind', asChoice(checkKindLabels)), fact('Digest', 'digest'))
const saleFileFields: FieldLabels = {
  checks: ['Customer checks', asYesNo],
  fundsFrom: ['Source of funds checked of', asChoice(fundsFromLabels)],
  recheckDays: ['Days that a check counts', asCount],
  officerId: ['Nominated officer'],
}

const asParty = asChoice(fallOffPartyLabels)
/** Older fall-offs have no reason of the list. */
const classification = facts(
  fact('Classified as', 'classified'),
  fact('Party', 'party', asParty),
  fact('Phase', 'phase', asChoice(fallOffPhaseLabels)),
)

const conversationVerbs: Readonly<Record<string, string>> = {
  spoke: 'Spoke to',
  leftMessage: 'Left a message for',
  noAnswer: 'No answer from',
  promised: 'Promise of',
  emailed: 'E-mailed',
}
const conversationWords = ({ outcome, partyName }: EventData): string =>
  `${conversationVerbs[String(outcome)] ?? 'Conversation with'} ${asText(partyName) ?? 'somebody'}`

const asDayCount = (days: unknown): string | undefined => (typeof days === 'number' ? showDays(days) : undefined)
const keyFacts = facts(fact('Key', 'name', asText), fact('May', 'scopes', asText), fact('Ends on', 'endsOn', asDay))

export const eventKinds = {
  'taken-on': { group: 'property', label: 'Property taken on' },
  'property-edited': {
    group: 'property',
    label: 'Property details changed',
    facts: facts(fieldFacts(propertyLabels), fact('From the look-up', 'lookedUp', asIdentifiers)),
  },
  'photo-changed': { group: 'property', label: 'Property photo changed' },
  'photo-removed': { group: 'property', label: 'Property photo removed' },
  withdrawn: { group: 'property', label: 'Property withdrawn', facts: fact('On', 'on', asDay) },
  reinstated: { group: 'property', label: 'Property put back' },
  'property-deleted': { group: 'property', label: 'Property deleted' },
  'property-restored': { group: 'property', label: 'Deleted property brought back' },

  imported: {
    group: 'property',
    label: 'Imported',
    facts: facts(fact('Import', 'name'), fact('Line', 'line', asCount), fact('Reference', 'ref')),
  },
  'import-undone': { group: 'property', label: 'Import taken back', facts: fact('Import', 'name') },

  'management-info-saved': {
    group: 'information',
    label: 'Management information changed',
    facts: fieldFacts(informationFields),
  },
  'notice-given': {
    group: 'information',
    label: 'Notice given',
    facts: facts(fact('On', 'on', asDay), fact('Notice days', 'days', asCount)),
  },
  'notice-withdrawn': { group: 'information', label: 'Notice taken back', facts: fact('Was given on', 'before', asDay) },
  'sold-price-saved': {
    group: 'information',
    label: 'Sold price changed',
    facts: moved('Sold price', { from: 'before', to: 'price' }, asMoney),
  },
  'invoice-sent': {
    group: 'information',
    label: ({ sent }) => (sent === false ? 'Invoice marked as not sent' : 'Invoice marked as sent'),
  },

  'asking-price-added': {
    group: 'price',
    label: 'Asking price entered',
    facts: facts(moved('Price', { from: 'before', to: 'price' }, asMoney), fact('From', 'on', asDay)),
  },
  'asking-price-updated': {
    group: 'price',
    label: 'Asking price changed',
    facts: facts(changedPrice, fieldFacts(priceFields)),
  },
  'asking-price-removed': {
    group: 'price',
    label: 'Asking price removed',
    facts: facts(fact('Price', 'price', asMoney), fact('From', 'on', asDay)),
  },

  'viewing-added': { group: 'marketing', label: 'Viewing added', facts: facts(nameFact, fact('On', 'on', asDay)) },
  'viewing-updated': {
    group: 'marketing',
    label: 'Viewing changed',
    facts: facts(nameFact, fact('On', 'on', asDay), fieldFacts(fieldLabels(viewingFields))),
  },
  'viewing-removed': {
    group: 'marketing',
    label: 'Viewing removed',
    facts: facts(nameFact, fact('On', 'on', asDay), fact('Feedback', 'notes')),
  },
  'relaunch-added': { group: 'marketing', label: 'Relaunch added', facts: fact('On', 'on', asDay) },
  'relaunch-updated': {
    group: 'marketing',
    label: 'Relaunch changed',
    facts: facts(fact('On', 'on', asDay), fieldFacts(relaunchFields)),
  },
  'relaunch-removed': {
    group: 'marketing',
    label: 'Relaunch removed',
    facts: facts(fact('On', 'on', asDay), fact('Notes', 'notes')),
  },

  'offer-added': { group: 'offers', label: 'Offer added', facts: buyerAndAmount },
  'offer-updated': {
    group: 'offers',
    label: 'Offer changed',
    facts: facts(buyerAndAmount, fieldFacts(fieldLabels(offerFields))),
  },
  'offer-acceptance-dated': {
    group: 'offers',
    label: 'Day of acceptance corrected',
    facts: facts(fact('Buyer', 'name'), moved('Accepted', { from: 'before', to: 'on' }, asDay)),
  },
  'offer-amended': {
    group: 'offers',
    label: 'Amount of an offer changed',
    facts: facts(
      fact('Buyer', 'name'),
      moved('Amount', { from: 'before', to: 'amount' }, asMoney),
      fact('Reason', 'reason'),
      fieldFacts(fieldLabels(offerFields)),
    ),
  },
  'offer-pending': { group: 'offers', label: 'Offer put back to pending', facts: buyerAndAmount },
  'offer-accepted': {
    group: 'offers',
    label: 'Offer accepted',
    facts: facts(buyerAndAmount, fact('On', 'on', asDay)),
  },
  'offer-rejected': { group: 'offers', label: 'Offer rejected', facts: buyerAndAmount },
  'offer-withdrawn': { group: 'offers', label: 'Offer withdrawn', facts: buyerAndAmount },
  'offer-removed': { group: 'offers', label: 'Offer removed', facts: buyerAndAmount },

  'buyer-side-set-aside': {
    group: 'contacts',
    label: 'Contacts of another bidder set aside',
    facts: facts(
      fact('Entered for', 'name'),
      fact('Solicitor', 'solicitor'),
      fact('Mortgage broker', 'broker'),
      fact('Additional contacts', 'contacts', asCount),
      fact('Notes', 'notes', asYesNo),
    ),
  },
  'fall-off': {
    group: 'sale',
    label: 'Sale fell off',
    facts: facts(fact('Buyer', 'name'), fact('Amount', 'amount', asMoney), classification, fact('Reason', 'reason')),
  },
  'fall-off-classified': {
    group: 'sale',
    label: 'Fall-off classified',
    facts: facts(
      fact('Buyer', 'name'),
      moved('Classified as', { from: 'before', to: 'classified' }),
      fact('Party', 'party', asParty),
    ),
  },
  'rescue-marked': {
    group: 'sale',
    label: ({ outcome }) => `Rescue list: ${asChoice(rescueOutcomeLabels)(outcome)?.toLowerCase() ?? 'asked'}`,
    facts: nameFact,
  },
  'fall-off-deleted': { group: 'sale', label: 'Fall-off deleted', facts: facts(fact('Buyer', 'name'), fact('Reason', 'reason')) },
  'sale-restored': { group: 'sale', label: 'Fallen-off sale restored', facts: fact('Buyer', 'name') },
  // Side, kind and digests; names, results and words are in the register alone.
  'customer-added': { group: 'sale', label: 'Customer entered', facts: sideFact },
  'customer-edited': { group: 'sale', label: 'Customer changed', facts: facts(sideFact, fact('Changed', 'changed')) },
  'check-entered': { group: 'sale', label: 'Customer check entered', facts: checkFacts },
  'check-file-added': { group: 'sale', label: 'Copy of a paper added to a customer check', facts: checkFacts },
  'check-struck': { group: 'sale', label: 'Customer check struck out', facts: checkFacts },
  'check-decided': {
    group: 'sale',
    label: ({ decision }) => (decision === 'none' ? 'Decision on a customer open again' : 'Decision on a customer made'),
    facts: sideFact,
  },
  'checks-deleted': {
    group: 'sale',
    label: 'Customer checks deleted after five years',
    facts: facts(
      fact('Customers', 'customers', asCount),
      fact('Checks', 'checks', asCount),
      fact('Files', 'files', asCount),
      fact('Digest', 'digest'),
    ),
  },

  'step-due-moved': {
    group: 'timeline',
    label: ({ key }) => `${stepTitle(key)}: due date moved`,
    facts: facts(moved('Due', { from: 'from', to: 'to' }, asDay), fact('Reason', 'reason')),
  },
  'step-changed': { group: 'timeline', label: stepWords, facts: stepFacts },
  'completion-date-set': {
    group: 'timeline',
    label: ({ on }) => (on === null ? 'Completion date removed' : 'Completion date set'),
    facts: facts(moved('Completion date', { from: 'before', to: 'on' }, asDay), proposedBy),
  },

  'expected-exchange-set': {
    group: 'timeline',
    label: ({ on, undone }) => expectedWords('Expected exchange', on, undone),
    facts: facts(moved('Expected exchange', { from: 'before', to: 'on' }, asDay), fact('Reason', 'reason'), proposedBy),
  },
  'expected-completion-set': {
    group: 'timeline',
    label: ({ on, undone }) => expectedWords('Expected completion', on, undone),
    facts: facts(
      moved('Expected completion', { from: 'before', to: 'on' }, asDay),
      fact('Reason', 'reason'),
      fact('Why', 'because', asChoice({ 'exchange-moved': 'It followed the expected exchange' })),
      proposedBy,
    ),
  },
  'mortgage-expiry-set': {
    group: 'timeline',
    label: ({ on, undone }) => expectedWords('Mortgage offer expiry', on, undone),
    facts: facts(moved('Mortgage offer expires', { from: 'before', to: 'on' }, asDay), fact('Reason', 'reason')),
  },
  'lender-set': {
    group: 'timeline',
    label: ({ lender, undone }) => `${lender === null ? 'Lender removed' : 'Lender set'}${undone === true ? ', undone' : ''}`,
    facts: moved('Lender', { from: 'before', to: 'lender' }),
  },
  'lender-added': { group: 'timeline', label: 'Lender added to the list', facts: nameFact },
  'expected-shared': {
    group: 'timeline',
    label: ({ shared }) =>
      shared === true ? 'Expected days shown to the vendor' : 'Expected days no longer shown to the vendor',
  },

  'party-proposed': {
    group: 'timeline',
    label: (data) => `Proposed: ${proposalWords(data)}`,
    facts: facts(proposedBy, proposalFacts),
  },
  'proposal-accepted': {
    group: 'timeline',
    label: (data) => `${proposalWords(data)}: proposed by ${partyWords(data)}, accepted`,
    facts: proposalFacts,
  },
  'proposal-declined': {
    group: 'timeline',
    label: (data) => `${proposalWords(data)}: proposed by ${partyWords(data)}, declined`,
    facts: proposalFacts,
  },
  'proposal-taken-back': { group: 'timeline', label: (data) => `Proposal taken back: ${proposalWords(data)}` },

  'gate-met': { group: 'timeline', label: 'Check met', facts: gateFacts },
  'gate-reopened': {
    group: 'timeline',
    label: 'Check open again',
    facts: facts(gateFacts, fact('Why', 'because', asChoice({ 'document-removed': 'Its file was deleted' }))),
  },
  'gate-overridden': { group: 'timeline', label: 'Check overridden', facts: facts(gateFacts, fact('Reason', 'reason')) },

  'party-link-sent': {
    group: 'contacts',
    label: 'Link to the sale sent',
    facts: facts(linkFacts, fact('E-mail', 'email')),
  },
  'party-link-opened': { group: 'contacts', label: 'Link to the sale opened for the first time', facts: linkFacts },
  'party-link-ended': {
    group: 'contacts',
    label: 'Link to the sale ended',
    facts: facts(linkFacts, fact('Why', 'because', asChoice(linkEndingLabels))),
  },

  'progressor-assigned': {
    group: 'contacts',
    label: ({ to }) => (to === null ? 'Sales progressor removed' : 'Sales progressor assigned'),
    facts: moved('Sales progressor', { from: 'fromName', to: 'toName' }),
  },
  'negotiator-assigned': {
    group: 'contacts',
    label: ({ to }) => (to === null ? 'Negotiator removed' : 'Negotiator assigned'),
    facts: moved('Negotiator', { from: 'fromName', to: 'toName' }),
  },
  'contacts-saved': { group: 'contacts', label: 'Contacts changed', facts: fieldFacts(contactFields) },
  'vendor-edited': { group: 'contacts', label: 'Vendor details changed', facts: fieldFacts(personFields) },
  'party-edited': {
    group: 'contacts',
    label: 'Details of a solicitor or broker changed',
    facts: facts(nameFact, fieldFacts(partyFields)),
  },
  'contact-unassigned': { group: 'contacts', label: 'Contact no longer acts: it was deleted', facts: nameFact },
  'poc-unassigned': { group: 'contacts', label: 'Point of contact no longer acts: it was deleted', facts: nameFact },
  'contact-replaced': {
    group: 'contacts',
    label: ({ because }) => (because === 'merged' ? 'Duplicate contacts merged' : 'Contact replaced: it was deleted'),
    facts: moved('Contact', { from: 'name', to: 'replacedBy' }),
  },
  'contact-reassigned': { group: 'contacts', label: 'Contact acts again: it was restored', facts: nameFact },

  'chain-saved': {
    group: 'chain',
    label: ({ links }) => (links === 0 ? 'Chain reset' : 'Chain saved'),
    facts: facts(
      moved('Links', { from: 'before', to: 'links' }, asCount),
      fact('Saved at', 'savedAt'),
      fact('Links replaced or removed', 'removed', asList),
    ),
  },
  'chain-link-fell': {
    group: 'chain',
    label: ({ restored }) => (restored === true ? 'A sale of this chain is restored' : 'A sale of this chain fell off'),
    facts: facts(fact('Property', 'line1'), fact('Reason', 'classified')),
  },
  'chain-told': {
    group: 'chain',
    label: ({ restored }) => (restored === true ? 'Agent told that the sale is restored' : 'Agent told of the fall-off'),
    facts: facts(fact('Agent', 'agent'), fact('Link', 'link')),
  },
  'note-added': { group: 'notes', label: 'Note added', facts: noteFacts },
  'note-updated': { group: 'notes', label: 'Note changed', facts: fieldFacts(noteFields) },
  'note-removed': { group: 'notes', label: 'Note deleted', facts: noteFacts },

  'referral-made': { group: 'referrals', label: 'Referral made', facts: referralFact },
  'referral-removed': { group: 'referrals', label: 'Referral taken back', facts: referralFact },

  'task-added': { group: 'chasing', label: 'Task added', facts: taskFacts },
  'task-changed': { group: 'chasing', label: 'Task changed', facts: facts(fact('Task', 'title'), fieldFacts(taskFields)) },
  'task-done': { group: 'chasing', label: 'Task done', facts: taskFacts },
  'task-reopened': { group: 'chasing', label: 'Task reopened', facts: taskFacts },
  'task-cancelled': { group: 'chasing', label: 'Task cancelled', facts: facts(fact('Task', 'title'), fact('Reason', 'reason')) },

  'document-added': { group: 'files', label: 'File added', facts: documentFacts },
  'document-updated': {
    group: 'files',
    label: 'Note of a file changed',
    facts: facts(fact('File', 'fileName'), moved('Note', { from: 'before', to: 'note' })),
  },
  'document-infected': { group: 'files', label: 'File removed: a virus was found in it', facts: documentFacts },
  'document-removed': { group: 'files', label: 'File deleted', facts: documentFacts },
  'document-emailed': { group: 'files', label: 'File e-mailed', facts: facts(fact('File', 'fileName'), recipientFacts) },
  'memo-saved': { group: 'files', label: 'Memorandum of sale changed', facts: fieldFacts(memoFields) },
  'memo-emailed': {
    group: 'files',
    label: 'Memorandum of sale e-mailed',
    facts: facts(recipientFacts, fact('Template', 'template'), fact('Price', 'price', asMoney)),
  },

  'record-file-made': {
    group: 'files',
    label: 'Record file made',
    facts: facts(
      fact('Copy', 'copy', asChoice({ full: 'Full', party: 'For a party, masked' })),
      fact('Side', 'party', asChoice({ seller: 'Seller’s', buyer: 'Buyer’s' })),
      fact('For', 'recipient'),
      fact('Why', 'reason'),
      fact('Filter', 'filter'),
    ),
  },
  'action-snoozed': {
    group: 'chasing',
    label: 'Put off in Today',
    facts: facts(fact('What', 'what'), fact('Until', 'until', asMoment)),
  },
  'action-unsnoozed': { group: 'chasing', label: 'Brought back in Today', facts: fact('What', 'what') },
  'action-done': { group: 'chasing', label: 'Done in Today', facts: fact('What', 'what') },

  'conversation-logged': {
    group: 'chasing',
    label: conversationWords,
    facts: facts(
      fact('Firm', 'firmName'),
      fact('By', 'channel', asChoice(channelLabels)),
      fact('Begun by', 'inbound', asChoice({ true: 'The other side' })),
      fact('Held on', 'heldAt', asMoment),
      fact('About', 'about', asList),
      fact('Promised for', 'promisedOn', asDay),
      fact('Next chase', 'nextAt', asNextChase),
      fact('Note', 'note'),
      fact('Shown to the vendor', 'vendorText'),
    ),
  },
  'message-sent': {
    group: 'chasing',
    label: 'E-mail written to a party',
    facts: facts(fact('To', 'partyName'), fact('Firm', 'firmName'), fact('Subject', 'subject'), fact('Template', 'template')),
  },
  'message-not-sent': {
    group: 'chasing',
    label: 'E-mail not sent',
    facts: facts(fact('To', 'partyName'), fact('Subject', 'subject'), fact('Why', 'why', asChoice(saleEndLabels))),
  },
  'letter-made': {
    group: 'chasing',
    label: 'Letter created',
    facts: facts(fact('To', 'partyName'), fact('Firm', 'firmName'), fact('File', 'fileName'), fact('Template', 'template')),
  },
  'conversation-taken-back': { group: 'chasing', label: 'Conversation taken back', facts: fact('With', 'partyName') },
  'update-sent': {
    group: 'chasing',
    label: 'Update sent to the vendor',
    facts: facts(
      fact('To', 'vendor'),
      fact('By', 'how', asChoice({ email: 'E-mail and app', app: 'App' })),
      fact('Text', 'text'),
    ),
  },
  'automatic-sent': {
    group: 'chasing',
    label: 'Automatic message sent',
    facts: facts(fact('Template', 'name'), fact('To', 'partyName')),
  },
  'update-skipped': {
    group: 'chasing',
    label: 'Update to the vendor skipped',
    facts: fact('Why', 'reason', asChoice(updateSkipReasonLabels)),
  },
  undone: { group: 'chasing', label: 'Undone', facts: fact('What', 'description') },

  'fall-off-reasons-edited': {
    group: 'company',
    label: 'Reasons of fall-offs changed',
    facts: facts(fact('Added', 'added', asList), fact('No longer offered', 'hidden', asList)),
  },
  'sale-file-edited': { group: 'company', label: 'Settings of the sale’s file changed', facts: fieldFacts(saleFileFields) },
  'checks-exported': {
    group: 'company',
    label: 'Inspector’s file of customer checks made',
    facts: facts(fact('From', 'dateStart', asDay), fact('To', 'dateEnd', asDay), fact('With files', 'withFiles', asYesNo)),
  },
  'gates-edited': { group: 'company', label: 'Gates changed', facts: moved('Items', { from: 'before', to: 'items' }, asCount) },
  'company-created': { group: 'company', label: 'Company created', facts: nameFact },
  'company-edited': { group: 'company', label: 'Company changed' },
  'sign-in-policy-edited': { group: 'company', label: 'Second factor policy changed' },
  'provider-edited': {
    group: 'company',
    label: ({ removed }) => (removed === true ? 'Single sign-on removed' : 'Single sign-on changed'),
    facts: facts(fact('Provider', 'provider', asChoice(providerLabels)), fact('Required', 'required', asYesNo)),
  },
  'factors-reset': {
    group: 'company',
    label: 'Second factors of a user reset',
    facts: facts(nameFact, fact('Reason', 'reason')),
  },
  'support-asked': {
    group: 'company',
    label: 'The platform asked to enter the company',
    facts: facts(fact('Reason', 'reason'), fact('Hours', 'hours', asCount)),
  },
  'support-opened': {
    group: 'company',
    label: 'The platform entered the company',
    facts: facts(nameFact, fact('Reason', 'reason'), fact('Hours', 'hours', asCount)),
  },
  'support-refused': {
    group: 'company',
    label: 'Access of the platform refused',
    facts: facts(nameFact, fact('Reason', 'reason')),
  },
  'support-ended': { group: 'company', label: 'Access of the platform ended', facts: nameFact },
  'support-approval-changed': {
    group: 'company',
    label: 'Approval of access by the platform changed',
    facts: fact('Approval', 'to'),
  },
  'app-decided': {
    group: 'company',
    label: ({ state }) => `Application ${asText(state) ?? 'decided on'}`,
    facts: facts(fact('Application', 'name', asText), fact('Host', 'host', asText), fact('May', 'scopes', asText)),
  },
  'api-key-made': { group: 'company', label: 'API key made', facts: keyFacts },
  'api-key-edited': { group: 'company', label: 'API key changed', facts: keyFacts },
  'api-key-rotated': {
    group: 'company',
    label: 'API key rotated',
    facts: facts(keyFacts, fact('The old one ends after', 'oldEndsAfterDays', asDayCount)),
  },
  'api-key-revoked': { group: 'company', label: 'API key revoked', facts: keyFacts },
  'webhook-saved': {
    group: 'company',
    label: ({ what }) => `Endpoint ${asText(what) ?? 'changed'}`,
    facts: fact('Host', 'host'),
  },
  'webhook-switched': {
    group: 'company',
    label: ({ to }) => `Endpoint switched ${to === 'on' ? 'on' : 'off'}`,
    facts: facts(
      fact('Host', 'host'),
      fact(
        'Why',
        'because',
        asChoice({ 'by-hand': 'By hand', gone: 'The address responded with 410 Gone', failing: 'No success for 5 days' }),
      ),
      fact('Missed messages', 'missed', asChoice({ send: 'Sent', drop: 'Skipped' })),
    ),
  },
  'fees-updated': {
    group: 'company',
    label: 'Expected fees recalculated',
    facts: fact('Properties', 'properties', asCount),
  },
  'company-deleted': { group: 'company', label: 'Company deleted', facts: nameFact },
  'company-restored': { group: 'company', label: 'Company brought back', facts: nameFact },
  'company-timeline-edited': { group: 'company', label: 'Company timeline changed' },
  'import-finished': {
    group: 'company',
    label: 'Import finished',
    facts: facts(nameFact, fact('Rows written', 'written', asCount), fact('Held back', 'heldBack', asCount)),
  },
  'import-taken-back': {
    group: 'company',
    label: 'Import taken back',
    facts: facts(nameFact, fact('Rows taken back', 'undone', asCount), fact('Rows kept', 'kept', asCount)),
  },
  'branch-created': { group: 'company', label: 'Branch created', facts: nameFact },
  'branch-edited': { group: 'company', label: 'Branch changed' },
  'branch-deleted': { group: 'company', label: 'Branch deleted', facts: nameFact },
  'branch-restored': { group: 'company', label: 'Branch brought back', facts: nameFact },
  'assign-rule-saved': {
    group: 'company',
    label: 'Who runs new sales of a branch changed',
    facts: facts(
      nameFact,
      moved('Rule', { from: 'before', to: 'rule' }, asChoice(assignRuleLabels)),
      fact('Among people', 'among', asCount),
    ),
  },
  'branch-timeline-edited': { group: 'company', label: 'Branch timeline changed' },
  'task-templates-saved': {
    group: 'company',
    label: 'Task templates changed',
    facts: moved('Templates', { from: 'before', to: 'templates' }, asCount),
  },
  'view-shared': {
    group: 'company',
    label: 'View shared with a branch',
    facts: facts(nameFact, fact('Branch', 'branch')),
  },
  'message-template-saved': {
    group: 'company',
    label: ({ deleted }) => (deleted === true ? 'Message template deleted' : 'Message template saved'),
    facts: facts(nameFact, fact('Text', 'number', asCount)),
  },
  'automatic-switched': {
    group: 'company',
    label: ({ automatic }) => `Automatic message switched ${automatic === true ? 'on' : 'off'}`,
    facts: nameFact,
  },
  'closed-days-edited': {
    group: 'company',
    label: 'Forecast settings changed',
    facts: facts(fact('Closed', 'closed', asList), fact('Progressors are compared', 'compareStaff', asYesNo)),
  },
  'targets-saved': { group: 'company', label: 'Targets changed', facts: facts(fact('Targets', 'targets', asList)) },
  'week-mail-saved': {
    group: 'company',
    label: ({ active }) => `E-mail of the week ${active === true ? 'set' : 'switched off'}`,
    facts: facts(nameFact, fact('When', 'when'), fact('To people', 'recipients', asCount)),
  },
  'week-mailed': {
    group: 'company',
    label: 'Week e-mailed',
    facts: facts(nameFact, fact('Up to', 'last', asDay), fact('To people', 'recipients', asCount)),
  },
  'day-settings-saved': { group: 'company', label: 'Settings of Today changed', facts: fieldFacts(daySettingsFields) },
  'member-added': { group: 'company', label: 'Member added' },
  'member-edited': { group: 'company', label: 'Member changed', facts: fieldFacts(personFields) },
  'role-changed': {
    group: 'company',
    label: 'Role or branches of a user changed',
    facts: facts(
      nameFact,
      moved('Role', { from: 'from', to: 'to' }, asChoice(userTypeLabels)),
      moved('Branches', { from: 'reachBefore', to: 'reach' }),
    ),
  },
  'areas-edited': {
    group: 'company',
    label: ({ change }) => (change === 'added' ? 'Area created' : change === 'deleted' ? 'Area deleted' : 'Area changed'),
    facts: facts(
      nameFact,
      moved('Name', { from: 'nameBefore', to: 'newName' }),
      fact('Branches added', 'added', asList),
      fact('Branches taken out', 'removed', asList),
      fact('Managers', 'managers', asCount),
    ),
  },
  'member-joined-branch': { group: 'company', label: 'Member joined a branch' },
  'member-left-branch': { group: 'company', label: 'Member left a branch' },
  'member-deactivated': { group: 'company', label: 'User deactivated', facts: nameFact },
  'member-reactivated': { group: 'company', label: 'User reactivated', facts: nameFact },
  'member-invited': { group: 'company', label: 'Invitation sent' },
  'join-asked': { group: 'company', label: 'Administrator asked to add a member to a branch' },
  'join-declined': { group: 'company', label: 'Adding a member to a branch declined' },
  'sales-handed-over': { group: 'company', label: 'Sales handed over', facts: fact('Sales', 'sales', asCount) },
  'sales-shared': {
    group: 'company',
    label: 'Sales shared',
    facts: facts(fact('Sales', 'sales', asCount), fact('Among people', 'among', asCount), fact('Tasks moved', 'tasks', asCount)),
  },
  'user-deleted': { group: 'company', label: 'User deleted', facts: nameFact },
  'user-restored': { group: 'company', label: 'User brought back', facts: nameFact },
  'person-exported': { group: 'company', label: 'What is held about a person was exported' },
  'person-erased': {
    group: 'company',
    label: 'A person was erased',
    facts: facts(
      fact('Now called', 'pseudonym'),
      fact('Entries', 'entries', asCount),
      fact('Files deleted', 'documents', asCount),
      amendedFact,
    ),
  },
  'sales-aged': {
    group: 'company',
    label: 'People of old sales were erased',
    facts: facts(fact('Sales', 'sales', asCount), fact('E-mails', 'mails', asCount), amendedFact),
  },
  'email-written': { group: 'chasing', label: 'E-mail' },
  'mail-filed': {
    group: 'chasing',
    label: 'E-mail filed',
    facts: facts(fact('From', 'from'), fact('Firm', 'firm'), fact('Subject', 'subject'), fact('Why', 'why')),
  },
  'mail-unfiled': { group: 'chasing', label: 'E-mail taken off', facts: facts(fact('From', 'from'), fact('Subject', 'subject')) },
  'mail-bounced': { group: 'chasing', label: 'E-mail did not arrive', facts: facts(fact('To', 'to')) },
  'mail-cleared': {
    group: 'chasing',
    label: 'Warning of an e-mail checked',
    facts: facts(fact('From', 'from'), fact('Subject', 'subject'), fact('How', 'how')),
  },
  'mail-address-saved': {
    group: 'company',
    label: 'Address for e-mail of a branch saved',
    facts: facts(fact('Branch', 'name'), fact('Address', 'mailName'), fact('On', 'on', asYesNo)),
  },
  'mail-account-saved': {
    group: 'company',
    label: 'Mail account made or changed',
    facts: facts(fact('Branch', 'branch'), fact('Account', 'name'), fact('What', 'what')),
  },
  'email-state': { group: 'chasing', label: 'Delivery of an e-mail' },
  'authors-recorded': {
    group: 'company',
    label: 'Names and roles of the authors of earlier entries recorded',
  },
  'checkpoint-signed': {
    group: 'company',
    label: 'Checkpoint of the record signed',
    facts: fact('Up to entry', 'position', asCount),
  },
  'checkpoint-addresses-saved': {
    group: 'company',
    label: 'Addresses for checkpoints changed',
    facts: fact('Addresses', 'addresses', asCount),
  },
  'retention-edited': { group: 'company', label: 'Retention settings changed' },
  'contact-created': { group: 'company', label: 'Contact created', facts: nameFact },
  'contact-edited': { group: 'company', label: 'Contact changed' },
  'contact-deleted': {
    group: 'company',
    label: 'Contact deleted',
    facts: facts(nameFact, fact('Replaced by', 'replacedBy')),
  },
  'contact-restored': { group: 'company', label: 'Contact restored', facts: nameFact },
  'contact-merged': {
    group: 'company',
    label: 'Duplicate contacts merged',
    facts: moved('Contact', { from: 'duplicate', to: 'name' }),
  },
  'poc-created': { group: 'company', label: 'Point of contact created', facts: nameFact },
  'poc-edited': { group: 'company', label: 'Point of contact changed' },
  'poc-deleted': { group: 'company', label: 'Point of contact deleted', facts: nameFact },
} as const satisfies Record<string, EventKindDefinition>

export type EventKind = keyof typeof eventKinds

export const kindsOf = (groups: readonly EventGroup[]): EventKind[] =>
  (Object.keys(eventKinds) as EventKind[]).filter((kind) => groups.includes(eventKinds[kind].group))

/** Label and facts of an event; null for an unknown kind. `at`: when it was written. */
export function describeEvent(
  kind: string,
  data: EventData,
  at?: Instant,
): { group: EventGroup; words: string; facts: EventFact[] } | null {
  if (!Object.hasOwn(eventKinds, kind)) return null
  const definition: EventKindDefinition = eventKinds[kind as EventKind]
  const words = typeof definition.label === 'string' ? definition.label : definition.label(data)
  const known = definition.facts?.(data) ?? []
  const late = at !== undefined && typeof data.heldAt === 'string' ? describeRecordedLater(data.heldAt, at) : ''
  return { group: definition.group, words, facts: late === '' ? known : known.map((one) => withLateness(one, late)) }
}

const withLateness = (one: EventFact, late: string): EventFact =>
  one.what === 'Held on' ? { ...one, to: [one.to, late].filter(Boolean).join(', ') } : one
