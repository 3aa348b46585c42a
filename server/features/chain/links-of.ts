import { DomainError } from '@gya/domain/errors.ts'
import type { ChainItem, ChainItemInput, ChainParty, ChainPartyInput } from '@gya/domain/features/chain/chain.model.ts'
import type { Db } from '../../db/connect.ts'
import { findLinkedProperties, type LinkColumns } from './chain.repository.ts'
import { branchScopeOf, liveChecklistOf, type Viewer } from './chain-of.ts'

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
