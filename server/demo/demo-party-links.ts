import { Readable } from 'node:stream'
import { addDays, type Instant, londonInstant } from '@gya/domain/common/dates.ts'
import { addresseeOf } from '@gya/domain/features/party-links/addressee.ts'
import type { LinkParty, ProposalContent, ProposalState } from '@gya/domain/features/party-links/party-links.model.ts'
import { linkExpiry } from '@gya/domain/features/party-links/party-links.rules.ts'
import { stepsProposedBy } from '@gya/domain/features/party-links/party-steps.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Event, PartyLink, PartyProposal } from '../db/schema.ts'
import type { LoadedProperty } from '../features/properties/read/load-property.ts'
import { type FileStore, fileKey } from '../infra/files/file-store.ts'
import { insertAll } from './insert-all.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type LinkPlan = { sale: number; party: LinkParty; sentDaysAgo: number; seenDaysAgo: number; ended?: 'expired' | 'revoked' }

/** "Five party links (all three parties, one expired, one revoked)." connect.md §8. Nobody knows an address: the hashes are no token's. */
const linkPlans: readonly LinkPlan[] = [
  { sale: 0, party: 'buyer-conveyancer', sentDaysAgo: 20, seenDaysAgo: 0 },
  { sale: 0, party: 'vendor-conveyancer', sentDaysAgo: 19, seenDaysAgo: 1 },
  { sale: 1, party: 'buyer', sentDaysAgo: 12, seenDaysAgo: 2 },
  { sale: 1, party: 'buyer-conveyancer', sentDaysAgo: 62, seenDaysAgo: 9, ended: 'expired' },
  { sale: 2, party: 'vendor-conveyancer', sentDaysAgo: 15, seenDaysAgo: 11, ended: 'revoked' },
]

type ProposalPlan = {
  link: number
  daysAgo: number
  state: ProposalState
  reason?: string
  of: (sale: LoadedProperty, party: LinkParty, today: string) => Partial<ProposalContent> & Pick<ProposalContent, 'what'>
}

const message = (text: string) => (): ReturnType<ProposalPlan['of']> => ({ what: 'message', text })

/** A step of the party in this state; a message where the sale has none. */
const step =
  (states: readonly string[], otherwise: string): ProposalPlan['of'] =>
  ({ timeline }, party, today) => {
    const found = timeline.find(({ key, state }) => stepsProposedBy[party].includes(key) && states.includes(state))
    if (!found) return { what: 'message', text: otherwise }
    return { what: 'step', stepKey: found.key, state: 'C', onDay: found.completedOn ?? addDays(today, -1) }
  }

const searches = { name: 'Searches.txt', text: 'Local authority search: no entries that affect the property.\n' }

/** "Seven proposals: four open (one a document), two accepted, one declined." */
const proposalPlans: readonly ProposalPlan[] = [
  { link: 0, daysAgo: 0, state: 'open', of: step(['IP', 'B', 'NS'], 'Our client is away until Monday.') },
  { link: 0, daysAgo: 1, state: 'open', of: () => ({ what: 'document', fileName: searches.name, text: 'The local search.' }) },
  {
    link: 1,
    daysAgo: 2,
    state: 'open',
    of: (_sale, _party, today) => ({ what: 'date', dateKind: 'completion', onDay: addDays(today, 24) }),
  },
  { link: 2, daysAgo: 0, state: 'open', of: message('We can be reached in the evenings this week.') },
  { link: 0, daysAgo: 9, state: 'accepted', of: step(['C'], 'We have the papers.') },
  { link: 1, daysAgo: 6, state: 'accepted', of: message('The fittings form is with the vendor.') },
  {
    link: 2,
    daysAgo: 5,
    state: 'declined',
    reason: 'The vendors cannot move before the end of the month.',
    of: (_sale, _party, today) => ({ what: 'date', dateKind: 'completion', onDay: addDays(today, 7) }),
  },
]

type Demo = { companyId: string; staffId: string; files: FileStore | null }

/** Links and proposals of the demo's member of staff, on their open sales. */
export async function insertPartyLinks(
  db: Db,
  { companyId, staffId, files }: Demo,
  properties: readonly LoadedProperty[],
  { today, now }: CurrentTime,
): Promise<void> {
  const random = seededRandom('demo party links')
  const newId = seededIds(random)
  const sales = properties.filter(({ detail }) => detail.phase === 'sold' && detail.contacts.bStaff?._id === staffId)
  const at = (daysAgo: number, time = '09:40'): Instant => {
    const instant = londonInstant(addDays(today, -daysAgo), time)
    return instant > now ? now : instant
  }
  const events: Insertable<Event>[] = []
  const addEvent = (
    propertyId: string,
    kind: string,
    when: Instant,
    data: object,
    by: Pick<Event, 'user_id' | 'via_id'> & { via: string },
  ) =>
    events.push({
      company_id: companyId,
      id: newId(when),
      property_id: propertyId,
      at: when,
      kind,
      data: JSON.stringify(data),
      ...by,
    })
  const byStaff = { user_id: staffId, via: 'app', via_id: null }
  const links = linkPlans.flatMap(({ sale, party, sentDaysAgo, seenDaysAgo, ended }) => {
    const property = sales[sale % Math.max(1, sales.length)]
    const offer = property?.detail.offers.find(({ state }) => state === 'A')
    if (!property || !offer) return []
    const sentOn = at(sentDaysAgo)
    const { name, email, contactId, pocId } = addresseeOf(property.detail.contacts, party) ?? {
      name: 'Peregrine Sallow',
      email: 'sallow@people.example',
      contactId: null,
      pocId: null,
    }
    const endedOn = ended === 'expired' ? linkExpiry(sentOn) : ended ? at(10) : null
    const row: Insertable<PartyLink> = {
      company_id: companyId,
      id: newId(sentOn),
      property_id: property.detail._id,
      offer_id: offer._id,
      party,
      name,
      email: email || 'sallow@people.example',
      contact_id: contactId,
      poc_id: pocId,
      token_hash: ended ? null : Buffer.from(Array.from({ length: 32 }, () => random.int(0, 255))),
      created_by: staffId,
      createdon: sentOn,
      sent_on: sentOn,
      expires_on: linkExpiry(sentOn),
      ended_on: endedOn,
      ended_because: ended ?? null,
      last_seen_on: at(seenDaysAgo),
    }
    const data = { linkId: row.id, party, name }
    addEvent(row.property_id, 'party-link-sent', sentOn, { ...data, email: row.email }, byStaff)
    addEvent(row.property_id, 'party-link-opened', at(sentDaysAgo, '14:05'), data, {
      user_id: null,
      via: 'party',
      via_id: row.id,
    })
    if (endedOn) addEvent(row.property_id, 'party-link-ended', endedOn, { ...data, because: ended }, byStaff)
    return [{ row, property }]
  })
  await insertAll(
    db,
    'party_link',
    links.map(({ row }) => row),
  )
  await insertAll(
    db,
    'party_visit',
    links.map(({ row }, index) => ({
      company_id: companyId,
      link_id: row.id,
      on_day: addDays(today, -(linkPlans[index]?.seenDaysAgo ?? 0)),
      reads: 2,
    })),
  )
  const rows: Insertable<PartyProposal>[] = []
  for (const { link, daysAgo, state, reason = '', of } of proposalPlans) {
    const made = links[link]
    if (!made) continue
    const { row, property } = made
    const party = row.party as LinkParty
    const planned = of(property, party, today)
    // Without a file store there are no files.
    const chosen = planned.what === 'document' && !files ? { what: 'message' as const, text: planned.text ?? '' } : planned
    const content = { stepKey: null, state: null, dateKind: null, onDay: null, text: '', fileName: null, ...chosen }
    const createdon = at(daysAgo, '08:15')
    const decidedOn = state === 'open' ? null : at(daysAgo, '11:30')
    const file = files && content.fileName !== null ? await storeFile(files, newId(createdon)) : null
    const proposal: Insertable<PartyProposal> = {
      company_id: companyId,
      id: newId(createdon),
      property_id: row.property_id,
      link_id: row.id,
      what: content.what,
      step_key: content.stepKey,
      step_state: content.state,
      date_kind: content.dateKind,
      on_day: content.onDay,
      text: content.text,
      ...(file ? { document_file: file.id, file_name: content.fileName, content_type: 'text/plain', bytes: file.bytes } : {}),
      createdon,
      state,
      decided_by: state === 'open' ? null : staffId,
      decided_on: decidedOn,
      reason,
      notified_on: createdon,
    }
    rows.push(proposal)
    const data = { proposalId: proposal.id, linkId: row.id, party, ...content }
    addEvent(
      row.property_id,
      'party-proposed',
      createdon,
      { ...data, proposedBy: party },
      { user_id: null, via: 'party', via_id: row.id },
    )
    if (decidedOn)
      addEvent(
        row.property_id,
        `proposal-${state}`,
        decidedOn,
        { ...data, decision: state, ...(reason ? { reason } : {}) },
        byStaff,
      )
  }
  await insertAll(db, 'party_proposal', rows)
  await insertAll(db, 'event', events)
}

async function storeFile(files: FileStore, id: string): Promise<{ id: string; bytes: number }> {
  const bytes = Buffer.byteLength(searches.text)
  await files.put(fileKey(id, 'original'), Readable.from(searches.text), { bytes, contentType: 'text/plain' })
  return { id, bytes }
}
