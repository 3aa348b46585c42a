import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { ProposalSource, ProposalState } from '@gya/domain/features/party-links/party-links.model.ts'
import { needsReason, whyNotAccept, whyNotDecide } from '@gya/domain/features/party-links/proposals.rules.ts'
import type { Db } from '../../db/pool.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { proposalDecidedEmail } from '../../emails/proposal-decided.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { discardFile } from '../files/file-lifecycle.ts'
import { type LoadedProperty, loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { type Accepted, applyProposal } from './accept-proposal.ts'
import { contentOf, lockProposal, type ProposalRow, updateProposal } from './proposals.repository.ts'

/** Delay in seconds of the e-mail to the party, so that a decision can be undone before it is sent. */
const notifyDelaySeconds = 120

export type DecideContext = OutboxContext & { today: string; userId: string }

export type AcceptedProposal = {
  row: ProposalRow
  done: Accepted
  /** Id of the e-mail to the party; `null` if they did not ask for one. */
  mailId: string | null
  events: NewEvent[]
}

/** Accepts an open proposal. The caller locks the property, records the events and updates derived rows. */
export async function acceptOpenProposal(
  context: DecideContext,
  property: LoadedProperty,
  ids: PropertyIds,
  { proposalId, undoId }: { proposalId: string; undoId?: string },
): Promise<AcceptedProposal> {
  const { db, now, userId } = context
  const row = await requireOpen(db, ids, proposalId)
  refuseIf(whyNotAccept(contentOf(row)))
  // "Never … by one key … until somebody presses I have checked."
  refuseIf(row.has_warning ? 'MAIL_HAS_WARNING' : null)
  const done = await applyProposal(context, property, ids, row)
  await updateProposal(db, ids.companyId, row.id, {
    state: 'accepted',
    decided_by: userId,
    decided_on: now,
    ...(done.documentId ? { document_file: null, document_id: done.documentId } : {}),
  })
  const mailId = await notifyParty(context, property, row, 'accepted')
  return { row, done, mailId, events: [decisionEvent(row, 'accepted', undoId ? { undoId } : {}), ...done.events] }
}

/** Accepts a proposed e-mail once it is sent; the caller has locked the property and records the event. */
export async function acceptProposedEmail(
  { db, now, userId }: Pick<DecideContext, 'db' | 'now' | 'userId'>,
  { company_id: companyId, property_id: propertyId, id, what }: ProposalRow,
): Promise<void> {
  if (what !== 'email') throw new DomainError('NOT_FOUND')
  const row = await requireOpen(db, { companyId, propertyId }, id)
  await updateProposal(db, companyId, row.id, { state: 'accepted', decided_by: userId, decided_on: now })
}

/** Declines an open proposal and deletes its file. */
export async function declineOpenProposal(
  context: DecideContext,
  ids: PropertyIds,
  { proposalId, reason }: { proposalId: string; reason: string },
): Promise<ProposalRow> {
  const { db, now, today, newId, userId, addJob } = context
  let declined: ProposalRow | undefined
  await recordAboutProperty({ db, now, today, newId, caller: { userId } }, ids, async () => {
    const row = await requireOpen(db, ids, proposalId)
    if (reason === '' && needsReason(row.source as ProposalSource))
      throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'reason', message: 'Say why.' }] })
    await updateProposal(db, ids.companyId, row.id, {
      state: 'declined',
      decided_by: userId,
      decided_on: now,
      reason,
      document_file: null,
    })
    await discardFile({ db, now, addJob }, row.document_file, 'original')
    await notifyParty(context, await loadProperty(db, ids, today), row, 'declined')
    declined = row
    return [decisionEvent(row, 'declined', { reason })]
  })
  if (!declined) throw new Error('The proposal was not declined.')
  return declined
}

/** Throws NOT_FOUND for a proposal of another property, PROPOSAL_DECIDED for one that is not open. */
async function requireOpen(db: Db, ids: PropertyIds, proposalId: string): Promise<ProposalRow> {
  const row = await lockProposal(db, ids, proposalId)
  if (!row) throw new DomainError('NOT_FOUND')
  refuseIf(whyNotDecide(row.state as ProposalState))
  return row
}

export const decisionEvent = (row: ProposalRow, decision: 'accepted' | 'declined', more: Record<string, unknown>): NewEvent => {
  const { what, stepKey, state, dateKind, onDay, fileName, text } = contentOf(row)
  const content = { what, stepKey, state, dateKind, onDay, fileName, ...(text ? { text } : {}) }
  return {
    kind: decision === 'accepted' ? 'proposal-accepted' : 'proposal-declined',
    data: {
      proposalId: row.id,
      linkId: row.link_id,
      source: row.source,
      ...(row.source_id ? { sourceId: row.source_id } : {}),
      party: row.party,
      decision,
      ...content,
      ...more,
    },
  }
}

/** "If they asked for it, ‘your proposal was accepted / declined’ without details." Returns the id of the e-mail. */
async function notifyParty(
  context: OutboxContext,
  { detail, agencyContacts }: LoadedProperty,
  row: ProposalRow,
  decision: 'accepted' | 'declined',
): Promise<string | null> {
  if (!row.tell_me || !row.email) return null
  const message = proposalDecidedEmail({
    companyId: detail.company._id,
    companyName: detail.company.name,
    propertyId: detail._id,
    line1: detail.address.line1,
    to: { name: row.name, email: row.email },
    decision,
    replyTo: agencyContacts.contact.email,
  })
  const sendAfter = new Date(Date.parse(context.now) + notifyDelaySeconds * 1000).toISOString()
  return queueMail(context, { ...message, sendAfter })
}
