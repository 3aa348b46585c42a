import { DomainError, type Issue } from '@gya/domain/error-catalogue.ts'
import type { ChainItem, ChainItemInput, ChainParty, ChainPartyInput } from '@gya/domain/features/chain/chain.model.ts'
import type { Db } from '../../db/pool.ts'
import { lockContactsForAssignment, lockPocsForAssignment } from '../contacts/contacts.repository.ts'
import { branchScopeOf, liveChecklistOf, type Viewer } from '../properties/read/property-chain.ts'
import { findLinkedProperties, type LinkColumns } from './chain.repository.ts'

/** Deleted contacts and contacts out of scope get the same message. */
const contactMissing = 'This contact does not exist any more, or it is not yours to see. Choose another, or enter a name.'
const propertyMissing = 'This property does not exist any more, or it is not yours to see. Clear its link, or remove it.'

type ContactsById = ReadonlyMap<string, { name: string; tel: string }>

/**
 * Locks the contacts and points of contact of a chain against deletion and returns them by id. Call it before the property
 * is locked: a deletion locks the contact first and its properties afterwards. Throws NOT_FOUND, with the link as issue, for
 * a contact that is deleted, unknown or of another company, and for a point of contact of another contact.
 */
export async function lockChainContacts(db: Db, companyId: string, items: readonly ChainItemInput[]): Promise<ContactsById> {
  const parties = items.flatMap(({ agent, solicitor }) => [agent ?? [], solicitor ?? []].flat())
  const contactIds = [...new Set(parties.flatMap(({ contact }) => contact ?? []))]
  if (contactIds.length === 0) return new Map()
  const contacts = await lockContactsForAssignment(db, companyId, contactIds)
  const pocs = await lockPocsForAssignment(db, companyId, [...new Set(parties.flatMap(({ poc }) => poc ?? []))])
  const exists = ({ contact, poc }: (typeof parties)[number]): boolean =>
    contact === null ||
    (contacts.some(({ id }) => id === contact) &&
      (poc === null || pocs.some((row) => row.id === poc && row.contact_id === contact)))
  const issues = items.flatMap((item, index) =>
    (['agent', 'solicitor'] as const).flatMap((role): Issue[] => {
      const party = item[role]
      return party && !exists(party) ? [{ path: `items.${index}.${role}`, message: contactMissing }] : []
    }),
  )
  if (issues.length > 0) throw new DomainError('NOT_FOUND', { issues })
  return new Map([...contacts, ...pocs].map(({ id, name, tel }) => [id, { name, tel }]))
}

/** Name and number are stored beside the contact id, because they outlive the contact. */
const partyColumns = (party: ChainPartyInput, contacts: ContactsById) => {
  const { name, tel } = (party?.contact && contacts.get(party.contact)) || party || { name: '', tel: '' }
  return { contact: party?.contact ?? null, poc: party?.poc ?? null, name, tel }
}

type LinkContext = { db: Db; companyId: string; caller: Viewer; newId(): string; contacts: ContactsById }

/**
 * The columns of the links of a normalised chain. New links get an id; links to a property also store its name and
 * checklist, because they outlive the property. Throws NOT_FOUND, with the link as issue, for a newly linked property that
 * is deleted, unknown or out of the caller's scope.
 */
export async function toLinkColumns(
  { db, companyId, caller, newId, contacts }: LinkContext,
  before: readonly ChainItem[],
  items: readonly ChainItemInput[],
): Promise<LinkColumns[]> {
  const ids = items.flatMap(({ propertyRef }) => propertyRef ?? [])
  const properties = await findLinkedProperties(db, companyId, ids)
  const isInScope = branchScopeOf(caller)
  const existingIds = new Set(before.map(({ _id }) => _id))
  return items.map((item, index) => {
    const linked = item.propertyRef ? properties.get(item.propertyRef) : undefined
    const previous = before.find(({ propertyRef }) => propertyRef !== null && propertyRef._id === item.propertyRef)
    const mayLink = previous || item.thisProperty || (linked && !linked.deleted && isInScope(linked.branch_id))
    if (item.propertyRef && !mayLink)
      throw new DomainError('NOT_FOUND', { issues: [{ path: `items.${index}.propertyRef`, message: propertyMissing }] })
    const agent = partyColumns(item.agent, contacts)
    const solicitor = partyColumns(item.solicitor, contacts)
    const derivedChecklist = linked && !linked.deleted ? liveChecklistOf(linked) : previous?.timeline
    return {
      id: item._id !== undefined && existingIds.has(item._id) ? item._id : newId(),
      property_ref: item.propertyRef,
      property_name: linked?.line1 ?? previous?.propertyName ?? item.propertyName,
      person_name: item.personName,
      sale_type: item.saleType,
      note: item.note,
      timeline: derivedChecklist ?? item.timeline,
      agent_contact: agent.contact,
      agent_poc: agent.poc,
      agent_name: agent.name,
      agent_tel: agent.tel,
      solicitor_contact: solicitor.contact,
      solicitor_poc: solicitor.poc,
      solicitor_name: solicitor.name,
      solicitor_tel: solicitor.tel,
    }
  })
}

const comparableParty = (party: ChainParty | ChainPartyInput) => {
  const idOf = (contact: string | { _id: string } | null | undefined) =>
    typeof contact === 'string' ? contact : (contact?._id ?? null)
  return [idOf(party?.contact), idOf(party?.poc), party?.name ?? '', party?.tel ?? '']
}

/** The editable content of a link as one string, equal for a link as read and as sent. */
export function editableContent(item: ChainItem | ChainItemInput): string {
  const ref = typeof item.propertyRef === 'string' ? item.propertyRef : (item.propertyRef?._id ?? null)
  const manual = ref === null ? [item.propertyName, Object.entries(item.timeline).toSorted(([a], [b]) => a.localeCompare(b))] : []
  const parties = [comparableParty(item.agent), comparableParty(item.solicitor)]
  return JSON.stringify([ref, item.personName, item.saleType, item.note, ...parties, manual])
}

/** Whether a save leaves a chain unchanged. Which of its properties is `thisProperty` does not count. */
export const isSameChain = (before: readonly ChainItem[], items: readonly ChainItemInput[]): boolean =>
  before.length === items.length &&
  before.every((item, index) => editableContent(item) === editableContent(items[index] as ChainItemInput))
