import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ProposalContent } from '@gya/domain/features/party-links/party-links.model.ts'
import { type ProposingParty, whyNotPropose } from '@gya/domain/features/party-links/proposals.rules.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import type { Db } from '../../db/pool.ts'
import type { OpenPartyLink } from '../../http/access/require-party-link.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { type LoadedProperty, loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { countVisit, isLinkOpen } from './party-links.repository.ts'
import { insertProposal, replaceOlder } from './proposals.repository.ts'

type PartyContext = { db: Db; now: string; today: string; newId(): string }
/** The link that a party uses. */
export type ActingLink = Pick<OpenPartyLink, 'companyId' | 'propertyId' | 'linkId' | 'party'>
type SentFile = { id: string; fileName: string; contentType: string; bytes: number; sha256: string }

/** Counts a visit of the page; only the first visit is recorded. */
export async function recordVisit({ db, now, today, newId }: PartyContext, link: ActingLink & { name: string }): Promise<void> {
  const { companyId, propertyId, linkId, party, name } = link
  if (!(await countVisit(db, link, now, today))) return
  const opened = { propertyId, kind: 'party-link-opened' as const, data: { linkId, party, name } }
  await recordPropertyEvents(db, { companyId, userId: null, at: now, newId }, [opened])
}

/** Saves a proposal if the rules allow it. Returns its id. */
export async function propose(
  context: PartyContext,
  link: ActingLink,
  content: ProposalContent,
  file: SentFile | null,
): Promise<string> {
  const { db, now, today, newId } = context
  const id = newId()
  await recordByParty(context, link, async () => {
    const property = await loadProperty(db, link, today)
    refuseProposal(content, property, link.party, today)
    await replaceOlder(db, link, content, now)
    await insertProposal(db, {
      company_id: link.companyId,
      id,
      property_id: link.propertyId,
      link_id: link.linkId,
      offer_id: property.detail.offers.find(({ state }) => state === 'A')?._id ?? null,
      proposed_by: link.party,
      what: content.what,
      step_key: content.stepKey,
      step_state: content.state,
      date_kind: content.dateKind,
      on_day: content.onDay,
      text: content.text,
      createdon: now,
      ...(file
        ? {
            document_file: file.id,
            file_name: file.fileName,
            content_type: file.contentType,
            bytes: file.bytes,
            sha256: Buffer.from(file.sha256, 'hex'),
          }
        : {}),
    })
    return { kind: 'party-proposed', data: proposalData(id, link, content) }
  })
  return id
}

/** Records an action of a party. Throws if the link ended while the property lock was awaited. */
export async function recordByParty(
  { db, now, today, newId }: PartyContext,
  link: ActingLink,
  write: () => Promise<{ kind: 'party-proposed' | 'proposal-taken-back'; data: Record<string, unknown> }>,
): Promise<void> {
  await recordAboutProperty({ db, now, today, newId, caller: null }, link, async () => {
    if (!(await isLinkOpen(db, link))) throw new DomainError('LINK_NOT_FOUND')
    return [await write()]
  })
}

export const proposalData = (proposalId: string, { linkId, party }: ActingLink, { text, ...content }: ProposalContent) => ({
  proposalId,
  linkId,
  source: 'link',
  party,
  proposedBy: party,
  ...content,
  ...(text ? { text } : {}),
})

/** Throws the reason if a proposal is not allowed, with the message of the rule. */
export function refuseProposal(
  content: ProposalContent,
  { detail, timeline, sale }: LoadedProperty,
  party: ProposingParty,
  today: string,
): void {
  const refusal = whyNotPropose(party, content, {
    timeline,
    standing: sale.standing,
    acceptedOn: acceptedOnOf(detail.offers),
    today,
  })
  if (!refusal) return
  const { code, path, message } = refusal
  if (code === 'VALIDATION_FAILED') throw new DomainError(code, { issues: [{ path: path ?? '', message }] })
  throw new DomainError(code, { message, ...(path ? { issues: [{ path, message }] } : {}) })
}
