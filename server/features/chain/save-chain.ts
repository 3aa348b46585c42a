import { DomainError, type Issue } from '@gya/domain/errors.ts'
import type { ChainItem, ChainItemInput, ChainParty, ChainPartyInput } from '@gya/domain/features/chain/chain.model.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchScopeOf, liveChecklistOf, toChain, type Viewer } from '../properties/read/property-chain.ts'
import { rebuildProjections, recordChange } from '../properties/write/change-property.ts'
import {
  findChains,
  findLinkedProperties,
  type LinkColumns,
  replaceChain,
  shareLockContacts,
  shareLockPocs,
} from './chain.repository.ts'

type Parties = ReadonlyMap<string, { name: string; tel: string }>
type LinkContext = { db: Db; companyId: string; caller: Viewer; newId(): string; parties: Parties }

/** The same for one that was deleted and one that is not the caller's to see. */
const propertyMissing = 'This property does not exist any more, or it is not yours to see. Clear its link, or remove it.'

/** A contact's name and number are kept beside it, so that they stay when it is deleted. */
const partyColumns = (party: ChainPartyInput, parties: Parties) => {
  const { name, tel } = (party?.contact && parties.get(party.contact)) || party || { name: '', tel: '' }
  return { contact: party?.contact ?? null, poc: party?.poc ?? null, name, tel }
}

/**
 * The links of a settled chain as they are written. A new link gets an id of its own, and one to a property also what the
 * property says now, for when it is deleted. A property that was not linked before must be the caller's to reach. Throws
 * NOT_FOUND for one that is not, that is deleted, or that is none, and says of which link.
 */
export async function toLinkColumns(
  saving: LinkContext,
  before: readonly ChainItem[],
  settled: readonly ChainItemInput[],
): Promise<LinkColumns[]> {
  const { db, companyId, caller, newId, parties } = saving
  const ids = settled.flatMap(({ propertyRef }) => propertyRef ?? [])
  const properties = await findLinkedProperties(db, companyId, ids)
  const reaches = branchScopeOf(caller)
  const known = new Map(before.map((item) => [item._id, item]))
  return settled.map((item, at) => {
    const linked = item.propertyRef ? properties.get(item.propertyRef) : undefined
    const was = before.find(({ propertyRef }) => propertyRef !== null && propertyRef._id === item.propertyRef)
    const mayLink = was || item.thisProperty || (linked && !linked.deleted && reaches(linked.branch_id))
    if (item.propertyRef && !mayLink)
      throw new DomainError('NOT_FOUND', { issues: [{ path: `items.${at}.propertyRef`, message: propertyMissing }] })
    const agent = partyColumns(item.agent, parties)
    const solicitor = partyColumns(item.solicitor, parties)
    const own = linked && !linked.deleted ? liveChecklistOf(linked) : was?.timeline
    return {
      id: item._id !== undefined && known.has(item._id) ? item._id : newId(),
      property_ref: item.propertyRef,
      property_name: linked?.line1 ?? was?.propertyName ?? item.propertyName,
      person_name: item.personName,
      sale_type: item.saleType,
      note: item.note,
      timeline: own ?? item.timeline,
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
  const idOf = (one: string | { _id: string } | null | undefined) => (typeof one === 'string' ? one : (one?._id ?? null))
  return [idOf(party?.contact), idOf(party?.poc), party?.name ?? '', party?.tel ?? '']
}

/** What of a link is somebody's to change, in one text: the same for the link as read and as sent back. */
function editableContent(item: ChainItem | ChainItemInput): string {
  const ref = typeof item.propertyRef === 'string' ? item.propertyRef : (item.propertyRef?._id ?? null)
  const byHand = ref === null ? [item.propertyName, Object.entries(item.timeline).toSorted(([a], [b]) => a.localeCompare(b))] : []
  return JSON.stringify([
    ref,
    item.personName,
    item.saleType,
    item.note,
    comparableParty(item.agent),
    comparableParty(item.solicitor),
    byHand,
  ])
}

/** Whether a save leaves a chain as it is; which property of it is this one does not matter. */
export const isSameChain = (before: readonly ChainItem[], settled: readonly ChainItemInput[]): boolean =>
  before.length === settled.length &&
  before.every((item, index) => editableContent(item) === editableContent(settled[index] as ChainItemInput))

/** The same for one that was deleted and one that is not the caller's to see. */
const contactMissing = 'This contact does not exist any more, or it is not yours to see. Choose another, or enter a name.'

type LockedParties = ReadonlyMap<string, { name: string; tel: string }>

/**
 * Finds the contacts and points of contact that a chain names, by id, and holds them so that they are not deleted
 * meanwhile. To be done before a property is locked: whoever deletes a contact locks it first and its properties after
 * it. Throws NOT_FOUND for one of another company, of another contact, or none, and says of which link: a form may have
 * been opened before somebody deleted the contact.
 */
export async function lockChainContacts(db: Db, companyId: string, items: readonly ChainItemInput[]): Promise<LockedParties> {
  const parties = items.flatMap(({ agent, solicitor }) => [agent ?? [], solicitor ?? []].flat())
  const contactIds = [...new Set(parties.flatMap(({ contact }) => contact ?? []))]
  if (contactIds.length === 0) return new Map()
  const contacts = await shareLockContacts(db, companyId, contactIds)
  const pocs = await shareLockPocs(db, companyId, [...new Set(parties.flatMap(({ poc }) => poc ?? []))])
  const isThere = ({ contact, poc }: (typeof parties)[number]): boolean =>
    contact === null ||
    (contacts.some(({ id }) => id === contact) &&
      (poc === null || pocs.some((one) => one.id === poc && one.contact_id === contact)))
  const issues = items.flatMap((item, at) =>
    (['agent', 'solicitor'] as const).flatMap((part): Issue[] => {
      const party = item[part]
      return party && !isThere(party) ? [{ path: `items.${at}.${part}`, message: contactMissing }] : []
    }),
  )
  if (issues.length > 0) throw new DomainError('NOT_FOUND', { issues })
  return new Map([...contacts, ...pocs].map(({ id, name, tel }) => [id, { name, tel }]))
}

type SaveContext = { db: Db; caller: Caller; now: string; today: string; newId(): string }
type SavedChain = {
  own: { companyId: string; propertyId: string }
  /** The first line of the address of the property that the chain was saved at: the record of the others names it. */
  savedAt: string
  settled: readonly ChainItemInput[]
  links: readonly LinkColumns[]
  /** The properties that the chain no longer links and whose own chains are to be emptied. */
  reset: readonly string[]
}

/**
 * "chainall writes the same chain to every linked property of the company in one transaction." Domain decisions, "Chain".
 * Those that are deleted or that the caller may not edit are left alone. A property that was taken out of the chain has
 * its own emptied only while that still shows the one it was taken out of: it may stand in another chain by now.
 */
export async function saveLinkedChains(making: SaveContext, { own, savedAt, settled, links, reset }: SavedChain): Promise<void> {
  const { db, caller, now, today, newId } = making
  const { companyId, propertyId } = own
  const linked = links.flatMap(({ property_ref }) => (property_ref && property_ref !== propertyId ? [property_ref] : []))
  const ids = [...linked, ...reset].toSorted()
  const [properties, chains] = [await findLinkedProperties(db, companyId, ids), await findChains(db, companyId, ids)]
  const reaches = branchScopeOf(caller)
  for (const id of ids) {
    const property = properties.get(id)
    if (!property || property.deleted || !reaches(property.branch_id)) continue
    const before = toChain({ chain_items: chains.get(id) ?? [], shown_in: [] }, today, caller).items
    const isReset = reset.includes(id)
    if (isReset && !before.some(({ propertyRef }) => propertyRef?._id === propertyId)) continue
    if (isSameChain(before, isReset ? [] : settled)) continue
    const place = { companyId, propertyId: id }
    await replaceChain(db, place, isReset ? [] : links)
    const data = { before: before.length, links: isReset ? 0 : links.length, savedAt }
    await recordChange(db, place, { events: [{ kind: 'chain-saved', data }], userId: caller.userId, now, newId })
    await rebuildProjections(db, place, today)
  }
}
