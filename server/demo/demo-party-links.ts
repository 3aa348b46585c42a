import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { addDays, londonInstant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { addresseeOf } from '@gya/domain/features/party-links/addressee.ts'
import type { LinkParty, ProposalContent, ProposalState } from '@gya/domain/features/party-links/party-links.model.ts'
import { linkExpiry } from '@gya/domain/features/party-links/party-links.rules.ts'
import { stepsProposedBy } from '@gya/domain/features/party-links/party-steps.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Db } from '../db/pool.ts'
import { acceptOpenProposal, type DecideContext, declineOpenProposal } from '../features/party-links/decide-open-proposal.ts'
import { endLinks } from '../features/party-links/end-links.ts'
import { type ActingLink, propose, recordVisit } from '../features/party-links/propose.ts'
import { sendLink } from '../features/party-links/send-link.ts'
import type { LoadedProperty } from '../features/properties/read/load-property.ts'
import { requireLoaded, saveProperties } from '../features/properties/write/save-properties.ts'
import { insertSecurityEvent } from '../http/access/security-events.ts'
import { type FileStore, fileKey } from '../infra/files/file-store.ts'
import { jobAdder } from '../jobs/queue.ts'
import { seededIds, seededRandom } from './seeded-random.ts'

type LinkPlan = { sale: number; party: LinkParty; sentDaysAgo: number; seenDaysAgo: number; ended?: 'expired' | 'revoked' }

/**
 * "Five party links (all three parties, one expired, one revoked)." [connect §8](docs/design/connect.md#8). The e-mails contain their
 * addresses.
 */
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

/** A step of the party that is in progress; `at`: the first or the second. A message if the sale has none. */
const step =
  (at: number, otherwise: string): ProposalPlan['of'] =>
  ({ timeline }, party, today) => {
    const found = timeline.filter(({ key, state }) => stepsProposedBy[party].includes(key) && (state === 'IP' || state === 'B'))[
      at
    ]
    if (!found) return { what: 'message', text: otherwise }
    return { what: 'step', stepKey: found.key, state: 'C', onDay: addDays(today, -1) }
  }

const searches = { name: 'Searches.txt', text: 'Local authority search: no entries that affect the property.\n' }

/** "Seven proposals: four open (one a document), two accepted, one declined." */
const proposalPlans: readonly ProposalPlan[] = [
  { link: 0, daysAgo: 0, state: 'open', of: step(1, 'Our client is away until Monday.') },
  { link: 0, daysAgo: 1, state: 'open', of: () => ({ what: 'document', fileName: searches.name, text: 'The local search.' }) },
  {
    link: 1,
    daysAgo: 2,
    state: 'open',
    of: (_sale, _party, today) => ({ what: 'date', dateKind: 'completion', onDay: addDays(today, 24) }),
  },
  { link: 2, daysAgo: 0, state: 'open', of: message('We can be reached in the evenings this week.') },
  { link: 0, daysAgo: 1, state: 'accepted', of: step(0, 'We have the papers.') },
  { link: 1, daysAgo: 6, state: 'accepted', of: message('The fittings form is with the vendor.') },
  {
    link: 2,
    daysAgo: 5,
    state: 'declined',
    reason: 'The vendors cannot move before the end of the month.',
    of: (_sale, _party, today) => ({ what: 'date', dateKind: 'completion', onDay: addDays(today, 7) }),
  },
]

type Demo = { companyId: string; staffId: string; files: FileStore | null; publicUrl: string }

/** Links and proposals of the demo's member of staff, on their open sales, made with the functions of the calls. */
export async function insertPartyLinks(
  db: Db,
  { companyId, staffId, files, publicUrl }: Demo,
  properties: readonly LoadedProperty[],
  { today, now }: CurrentTime,
): Promise<void> {
  const newIdAt = seededIds(seededRandom('demo party links'))
  const sales = properties.filter(({ detail }) => detail.phase === 'sold' && detail.contacts.bStaff?._id === staffId)
  // The rules are applied as of today, because the sales are in their state of today.
  const at = (daysAgo: number, time: string) => {
    const instant = londonInstant(addDays(today, -daysAgo), time)
    const when = instant > now ? now : instant
    return { db, now: when, today, newId: () => newIdAt(when), userId: staffId, publicUrl, addJob: jobAdder(db) }
  }
  const audit = (context: ReturnType<typeof at>, kind: 'party-link-sent' | 'party-link-revoked', data: Record<string, unknown>) =>
    insertSecurityEvent(
      context,
      { network: null, userAgent: '', requestId: null },
      { kind, companyId, userId: staffId, aboutUserId: null, sessionLogId: null, data },
    )
  const links: (ActingLink & { property: LoadedProperty; plan: LinkPlan })[] = []
  for (const plan of linkPlans) {
    const property = sales[plan.sale % Math.max(1, sales.length)]
    if (!property) continue
    const { party } = plan
    const propertyId = property.detail._id
    const known = addresseeOf(property.detail.contacts, party)
    const to = { ...(known ?? { name: 'Peregrine Sallow' }), email: known?.email || 'sallow@people.example' }
    const sending = at(plan.sentDaysAgo, '09:40')
    const linkId = await sendLink(sending, { companyId, propertyId }, { party, ...to })
    await audit(sending, 'party-link-sent', { propertyId, linkId, party })
    const link = { companyId, propertyId, linkId, party, name: to.name }
    for (const [daysAgo, time] of [
      [plan.sentDaysAgo, '14:05'],
      [plan.seenDaysAgo, '09:40'],
    ] as const)
      await recordVisit({ ...at(daysAgo, time), today: addDays(today, -daysAgo) }, link)
    links.push({ ...link, property, plan })
  }
  const byAge = proposalPlans.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const { link, daysAgo, state, reason = '', of } of byAge) {
    const made = links[link]
    if (!made) continue
    const { property } = made
    const planned = of(property, made.party, today)
    // Without a file store there are no files.
    const chosen = planned.what === 'document' && !files ? { what: 'message' as const, text: planned.text ?? '' } : planned
    const content = { stepKey: null, state: null, dateKind: null, onDay: null, text: '', fileName: null, ...chosen }
    const making = at(daysAgo, '08:15')
    const file = files && content.fileName !== null ? await storeFile(files, making.newId(), content.fileName) : null
    const proposalId = await propose(making, made, content, file)
    if (state === 'declined') await declineOpenProposal(at(daysAgo, '11:30'), made, { proposalId, reason })
    // Accepting a step changes the sale as of today.
    if (state === 'accepted') await accept(at(content.what === 'step' ? 0 : daysAgo, '08:50'), made, proposalId)
  }
  for (const { plan, ...link } of links) {
    if (plan.ended === undefined) continue
    const ending =
      plan.ended === 'expired' ? { ...at(0, '00:00'), now: linkExpiry(at(plan.sentDaysAgo, '09:40').now) } : at(10, '09:40')
    const { linkId, propertyId, party } = link
    await endLinks({ ...ending, companyId, userId: plan.ended === 'expired' ? null : staffId }, [linkId], plan.ended)
    if (plan.ended === 'revoked') await audit(ending, 'party-link-revoked', { propertyId, linkId, party })
  }
}

/** Like `POST …/accept`, without its undo; no messages are sent. */
async function accept(context: DecideContext, ids: PropertyIds, proposalId: string): Promise<void> {
  const { companyId, propertyId } = ids
  await saveProperties('import', { ...context, companyId }, { ids: [propertyId] }, async (loaded) => {
    const { events } = await acceptOpenProposal(context, requireLoaded(loaded, propertyId), ids, { proposalId })
    return { changes: [{ propertyId, events }], result: null }
  })
}

async function storeFile(files: FileStore, id: string, fileName: string) {
  const bytes = Buffer.byteLength(searches.text)
  const contentType = 'text/plain'
  await files.put(fileKey(id, 'original'), Readable.from(searches.text), { bytes, contentType })
  return { id, fileName, contentType, bytes, sha256: createHash('sha256').update(searches.text).digest('hex') }
}
