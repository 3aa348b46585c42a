import type { EventData } from '../events/event-facts.ts'
import type { EventKind } from '../events/event-kinds.ts'

/**
 * "Kinds are a registry over the record's kinds (every kind is mapped or is 'not sent', with why; a test)."
 * [connect §4.3](docs/design/connect.md#4.3).
 */
export const openEventTypes = [
  'property.taken_on',
  'property.changed',
  'property.withdrawn',
  'property.reinstated',
  'property.deleted',
  'property.restored',
  'price.changed',
  'viewing.added',
  'viewing.changed',
  'viewing.removed',
  'offer.added',
  'offer.changed',
  'offer.accepted',
  'offer.rejected',
  'offer.withdrawn',
  'offer.removed',
  'sale.fell_off',
  'sale.restored',
  'sale.exchanged',
  'sale.completed',
  'step.changed',
  'completion_date.changed',
  'notice.given',
  'notice.taken_back',
  'contacts.changed',
  'chain.changed',
  'note.added',
  'document.added',
  'document.removed',
  'memo.sent',
  'proposal.made',
  'proposal.decided',
  'gate.overridden',
  'mail.received',
  'mail.bounced',
  'import.finished',
] as const
export type OpenEventType = (typeof openEventTypes)[number]

/** Labels of the types. */
export const openEventLabels: Record<OpenEventType, string> = {
  'property.taken_on': 'Property taken on',
  'property.changed': 'Property changed',
  'property.withdrawn': 'Property withdrawn',
  'property.reinstated': 'Property reinstated',
  'property.deleted': 'Property deleted',
  'property.restored': 'Property restored',
  'price.changed': 'Asking price changed',
  'viewing.added': 'Viewing added',
  'viewing.changed': 'Viewing changed',
  'viewing.removed': 'Viewing removed',
  'offer.added': 'Offer added',
  'offer.changed': 'Offer changed',
  'offer.accepted': 'Offer accepted',
  'offer.rejected': 'Offer rejected',
  'offer.withdrawn': 'Offer withdrawn',
  'offer.removed': 'Offer removed',
  'sale.fell_off': 'Sale fell off',
  'sale.restored': 'Sale restored',
  'sale.exchanged': 'Contracts exchanged',
  'sale.completed': 'Sale completed',
  'step.changed': 'Timeline step changed',
  'completion_date.changed': 'Completion date changed',
  'notice.given': 'Notice given',
  'notice.taken_back': 'Notice taken back',
  'contacts.changed': 'Contacts of a sale changed',
  'chain.changed': 'Chain changed',
  'note.added': 'Note added',
  'document.added': 'Document added',
  'document.removed': 'Document removed',
  'memo.sent': 'Memorandum sent',
  'proposal.made': 'Proposal of a party made',
  'proposal.decided': 'Proposal of a party decided',
  'gate.overridden': 'Gate overridden',
  'mail.received': 'E-mail received on a sale',
  'mail.bounced': 'E-mail did not arrive',
  'import.finished': 'Import finished',
}

type Mapping = OpenEventType | `not sent: ${string}`

const inHouse = 'not sent: how the agency works the sale'
const ofTheRegister = 'not sent: nobody outside the agency learns of customer checks'

/** Kinds of the group `company` concern settings and users of the company. Only finished imports are sent. */
export const openEventKinds: Partial<Record<EventKind, Mapping>> = {
  'taken-on': 'property.taken_on',
  'property-edited': 'property.changed',
  'photo-changed': 'property.changed',
  'import-finished': 'import.finished',
  imported: 'property.changed',
  'import-undone': 'property.changed',
  'photo-removed': 'property.changed',
  'management-info-saved': 'property.changed',
  'relaunch-added': 'property.changed',
  'relaunch-updated': 'property.changed',
  'relaunch-removed': 'property.changed',
  'referral-made': 'property.changed',
  'referral-removed': 'property.changed',
  'progressor-assigned': 'property.changed',
  'negotiator-assigned': 'property.changed',
  'expected-exchange-set': 'property.changed',
  'expected-completion-set': 'property.changed',
  'mortgage-expiry-set': 'property.changed',
  'lender-set': 'property.changed',
  'invoice-sent': 'property.changed',
  undone: 'property.changed',
  withdrawn: 'property.withdrawn',
  reinstated: 'property.reinstated',
  'property-deleted': 'property.deleted',
  'property-restored': 'property.restored',
  'notice-given': 'notice.given',
  'notice-withdrawn': 'notice.taken_back',
  'asking-price-added': 'price.changed',
  'asking-price-updated': 'price.changed',
  'asking-price-removed': 'price.changed',
  'viewing-added': 'viewing.added',
  'viewing-updated': 'viewing.changed',
  'viewing-removed': 'viewing.removed',
  'offer-added': 'offer.added',
  'offer-updated': 'offer.changed',
  'offer-acceptance-dated': 'offer.changed',
  'offer-amended': 'offer.changed',
  'offer-pending': 'offer.changed',
  'sold-price-saved': 'offer.changed',
  'offer-accepted': 'offer.accepted',
  'offer-rejected': 'offer.rejected',
  'offer-withdrawn': 'offer.withdrawn',
  'offer-removed': 'offer.removed',
  'fall-off': 'sale.fell_off',
  'sale-restored': 'sale.restored',
  'step-changed': 'step.changed',
  'step-due-moved': 'step.changed',
  'completion-date-set': 'completion_date.changed',
  'contacts-saved': 'contacts.changed',
  'vendor-edited': 'contacts.changed',
  'party-edited': 'contacts.changed',
  'contact-unassigned': 'contacts.changed',
  'poc-unassigned': 'contacts.changed',
  'contact-replaced': 'contacts.changed',
  'contact-reassigned': 'contacts.changed',
  'chain-saved': 'chain.changed',
  'chain-link-fell': 'chain.changed',
  'note-added': 'note.added',
  'document-added': 'document.added',
  'document-removed': 'document.removed',
  'memo-emailed': 'memo.sent',
  'gate-overridden': 'gate.overridden',
  'party-proposed': 'proposal.made',
  'proposal-accepted': 'proposal.decided',
  'proposal-declined': 'proposal.decided',
  'proposal-taken-back': 'proposal.decided',
  'lender-added': inHouse,
  'party-link-sent': inHouse,
  'party-link-opened': inHouse,
  'party-link-ended': inHouse,
  'fall-off-classified': inHouse,
  'rescue-marked': inHouse,
  'fall-off-deleted': inHouse,
  'expected-shared': inHouse,
  'gate-met': inHouse,
  'gate-reopened': inHouse,
  'chain-told': inHouse,
  'note-updated': inHouse,
  'note-removed': inHouse,
  'task-added': inHouse,
  'task-changed': inHouse,
  'task-done': inHouse,
  'task-reopened': inHouse,
  'task-cancelled': inHouse,
  'document-updated': inHouse,
  'document-infected': inHouse,
  'document-emailed': inHouse,
  'memo-saved': inHouse,
  'record-file-made': inHouse,
  'action-snoozed': inHouse,
  'action-unsnoozed': inHouse,
  'action-done': inHouse,
  'conversation-logged': inHouse,
  'message-sent': inHouse,
  'message-not-sent': inHouse,
  'buyer-side-set-aside': inHouse,
  'letter-made': inHouse,
  'conversation-taken-back': inHouse,
  'update-sent': inHouse,
  'automatic-sent': inHouse,
  'email-written': inHouse,
  'email-state': inHouse,
  'mail-filed': 'mail.received',
  'mail-unfiled': inHouse,
  'mail-bounced': 'mail.bounced',
  'mail-cleared': inHouse,
  'mail-address-saved': inHouse,
  'mail-account-saved': inHouse,
  'update-skipped': inHouse,
  'customer-added': ofTheRegister,
  'customer-edited': ofTheRegister,
  'check-entered': ofTheRegister,
  'check-file-added': ofTheRegister,
  'check-struck': ofTheRegister,
  'check-decided': ofTheRegister,
  'checks-deleted': ofTheRegister,
}

const exchangedStep = 24
const completedStep = 25

const isSent = (mapping: Mapping | undefined): mapping is OpenEventType =>
  mapping !== undefined && !mapping.startsWith('not sent: ')

/** Returns the types that an entry is sent as: "exchange and completion come in addition to `step.changed`." Empty if it is not sent. */
export function openTypesOf(kind: string, data: EventData): OpenEventType[] {
  const mapping = openEventKinds[kind as EventKind]
  if (!isSent(mapping)) return []
  if (kind !== 'step-changed' || data.to !== 'C') return [mapping]
  if (data.key === exchangedStep) return [mapping, 'sale.exchanged']
  return data.key === completedStep ? [mapping, 'sale.completed'] : [mapping]
}

/** Returns the record kinds that are sent as one of these types. */
export function recordKindsOf(types: readonly OpenEventType[] = openEventTypes): EventKind[] {
  const wanted = new Set<string>(types)
  if (wanted.has('sale.exchanged') || wanted.has('sale.completed')) wanted.add('step.changed')
  return (Object.entries(openEventKinds) as [EventKind, Mapping][]).flatMap(([kind, type]) => (wanted.has(type) ? [kind] : []))
}

/** Fields with amounts in pence. They are sent in pounds, like all amounts of the API. */
const amounts: Partial<Record<EventKind, readonly string[]>> = {
  'asking-price-added': ['price', 'before'],
  'asking-price-updated': ['price', 'before'],
  'asking-price-removed': ['price', 'before'],
  'sold-price-saved': ['price', 'before'],
  'offer-added': ['amount'],
  'offer-updated': ['amount'],
  'offer-accepted': ['amount'],
  'offer-amended': ['amount', 'before'],
  'offer-removed': ['amount'],
  'fall-off': ['amount'],
}

/** Text fields whose values are codes. */
const codes = new Set(['from', 'to', 'because', 'kind', 'state', 'party', 'phase', 'gate', 'what', 'dateKind', 'decision'])
/** Of one kind of entry alone: in others the same field is free text. */
const codesOf: Partial<Record<EventKind, readonly string[]>> = { 'mail-filed': ['role', 'reason'] }
const idOrDay = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?)$/
const code = /^[a-zA-Z][a-zA-Z-]{0,30}$/

/** Recorded for the dashboard; not part of the API. */
const internalFields = new Set(['expectedFee'])

/**
 * "Thin: ids, codes, days, amounts; never a name, address, e-mail, number or free text." [connect §4.2](docs/design/connect.md#4.2). Omits
 * all other fields and nested values. Telephone numbers are omitted as text.
 */
export function openFacts(kind: string, data: EventData): Record<string, string | number | boolean | null> {
  const inPence = amounts[kind as EventKind] ?? []
  const isCode = (name: string): boolean => codes.has(name) || (codesOf[kind as EventKind]?.includes(name) ?? false)
  const facts: Record<string, string | number | boolean | null> = {}
  for (const [name, value] of Object.entries(data)) {
    if (internalFields.has(name)) continue
    if (typeof value === 'number') facts[name] = inPence.includes(name) ? value / 100 : value
    else if (typeof value === 'boolean' || value === null) facts[name] = value
    else if (typeof value === 'string' && (idOrDay.test(value) || (isCode(name) && code.test(value)))) facts[name] = value
  }
  return facts
}
