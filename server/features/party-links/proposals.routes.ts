import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  acceptProposal,
  declineProposal,
  downloadProposalFile,
  listProposals,
  maxInboxRows,
  readProposalInbox,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { type LinkParty, linkPartyLabels, type ProposalState } from '@gya/domain/features/party-links/party-links.model.ts'
import { describeProposal, whyNotDecide } from '@gya/domain/features/party-links/proposals.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '../../emails/outbox.ts'
import { proposalDecidedEmail } from '../../emails/proposal-decided.ts'
import { chosenBranches } from '../../http/access/scope.ts'
import { registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { type HandlerContext, registerRoute } from '../../http/route/register-route.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { type LoadedProperty, loadProperties, loadProperty } from '../properties/read/load-property.ts'
import { loadLockedProperties } from '../properties/write/change-properties.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { snoozesEndedBy } from '../today/snooze-parts.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import { type Accepted, applyProposal } from './accept-proposal.ts'
import { previewProposals } from './decide-proposal.ts'
import {
  contentOf,
  findProposal,
  listOpenProposals,
  listProposalsOfSale,
  lockProposal,
  type ProposalRow,
  toProposal,
  updateProposal,
} from './proposals.repository.ts'
import { proposalPart, registerProposalPart } from './undo-proposal.ts'

/** Seconds that the e-mail to the party waits, so that an undone decision is not told. */
const tellDelaySeconds = 120

const nothingToSee = { effect: '', refusal: null }

/** Proposals of the parties, which the agency accepts or declines. connect.md §6. */
export function proposalsRoutes(app: FastifyInstance): void {
  registerProposalPart()

  registerRoute(app, listProposals, async ({ params, db, today, now, caller }) => {
    const property = await loadProperty(db, params, today, caller)
    const offerId = property.detail.offers.find(({ state }) => state === 'A')?._id
    if (offerId === undefined) return { data: [] }
    const rows = await listProposalsOfSale(db, params, offerId)
    const open = rows.filter(({ state }) => state === 'open').map((row) => toPreviewed(row, property))
    const previews = await previewProposals(db, params.companyId, open, { today, now })
    return { data: rows.map((row) => ({ ...toProposal(row), ...(previews.get(row.id) ?? nothingToSee) })) }
  })

  registerRoute(app, readProposalInbox, async ({ params: { companyId }, query, db, caller, today, now }) => {
    const { rows, count } = await listOpenProposals(db, companyId, chosenBranches(caller, query.branchIds), maxInboxRows)
    const ids = [...new Set(rows.map(({ property_id }) => property_id))]
    const properties = new Map((await loadProperties(db, companyId, ids, today)).map((one) => [one.detail._id, one]))
    const open = rows.flatMap((row) => {
      const property = properties.get(row.property_id)
      return property ? [{ row, property, previewed: toPreviewed(row, property) }] : []
    })
    const previewed = open.map((one) => one.previewed)
    const previews = await previewProposals(db, companyId, previewed, { today, now })
    return {
      count,
      data: open.map(({ row, property: { detail } }) => ({
        ...toProposal(row),
        ...(previews.get(row.id) ?? nothingToSee),
        property: {
          _id: detail._id,
          branch: detail.branch._id,
          line1: detail.address.line1,
          postcode: detail.address.postcode,
          version: detail.version,
        },
      })),
    }
  })

  registerRoute(app, acceptProposal, async (context) => {
    const { params, db, caller, today, now, newId } = context
    const before = await loadLockedProperties({ db, caller, today }, params.companyId, [params.propertyId])
    const outcome: { row?: ProposalRow; done?: Accepted; mailId?: string | null; property?: PropertyDetail } = {}
    const undoId = newId()
    const accept = changeProperty<typeof acceptProposal>(async (making, property, ids) => {
      const row = await requireOpen(making)
      const done = await applyProposal({ db, now, today, newId, userId: caller.userId }, property, ids, row)
      await updateProposal(db, ids.companyId, row.id, {
        state: 'accepted',
        decided_by: caller.userId,
        decided_on: now,
        ...(done.documentId ? { document_file: null, document_id: done.documentId } : {}),
      })
      Object.assign(outcome, { row, done, mailId: await tellParty(context, property, row, 'accepted') })
      return [decisionEvent(row, 'accepted', { undoId }), ...done.events]
    })
    const snoozes = await snoozesEndedBy(db, params.companyId, before, async () => {
      outcome.property = await accept(context)
    })
    const { property, row, done, mailId = null } = outcome
    if (!property || !row || !done) throw new Error('The proposal was not accepted.')
    const words = `${linkPartyLabels[row.party as LinkParty]}’s proposal accepted: ${describeProposal(contentOf(row))}`
    const description = `${property.address.line1}: ${words}${done.description ? `; ${done.description}` : ''}`
    const own = proposalPart({ propertyId: params.propertyId, proposalId: row.id, documentId: done.documentId, mailId })
    const parts: UndoPart[] = [...snoozes, own, ...done.parts]
    return { ...property, undoId: await recordUndo(context, { undoId, description, parts }), description }
  })

  registerRoute(app, declineProposal, async (context) => {
    const { params, body, db, caller, today, now, discardFile } = context
    let description = ''
    await recordAboutProperty(context, params, async () => {
      const row = await requireOpen(context)
      const { reason } = body
      await updateProposal(db, params.companyId, row.id, {
        state: 'declined',
        decided_by: caller.userId,
        decided_on: now,
        reason,
        document_file: null,
      })
      await discardFile(row.document_file, 'original')
      await tellParty(context, await loadProperty(db, params, today), row, 'declined')
      description = `${linkPartyLabels[row.party as LinkParty]}’s proposal declined: ${describeProposal(contentOf(row))}`
      return [decisionEvent(row, 'declined', { reason })]
    })
    return { ...(await loadProperty(db, params, today, caller)).detail, undoId: null, description }
  })

  registerDownload(app, downloadProposalFile, async ({ params, db }) => {
    const row = await findProposal(db, params, params.proposalId)
    if (!row?.document_file || row.file_name === null) throw new DomainError('NOT_FOUND')
    const data = { propertyId: params.propertyId, proposalId: row.id, bytes: row.bytes }
    const file = { file: row.document_file, file_name: row.file_name }
    return savedFileDownload(app.gya.files, file, { kind: 'document-downloaded', data })
  })
}

const toPreviewed = (row: ProposalRow, property: LoadedProperty) => ({
  id: row.id,
  property,
  party: row.party as LinkParty,
  content: contentOf(row),
})

type DecideContext = Pick<HandlerContext<typeof declineProposal>, 'params' | 'db'>

/** Throws NOT_FOUND for a proposal of another property, PROPOSAL_DECIDED for one that is not open. */
async function requireOpen({ db, params }: DecideContext): Promise<ProposalRow> {
  const row = await lockProposal(db, params, params.proposalId)
  if (!row) throw new DomainError('NOT_FOUND')
  refuseIf(whyNotDecide(row.state as ProposalState))
  return row
}

const decisionEvent = (row: ProposalRow, decision: 'accepted' | 'declined', more: Record<string, unknown>): NewEvent => {
  const { what, stepKey, state, dateKind, onDay, fileName, text } = contentOf(row)
  const content = { what, stepKey, state, dateKind, onDay, fileName, ...(text ? { text } : {}) }
  return {
    kind: decision === 'accepted' ? 'proposal-accepted' : 'proposal-declined',
    data: { proposalId: row.id, linkId: row.link_id, party: row.party, decision, ...content, ...more },
  }
}

type TellContext = Pick<HandlerContext<typeof declineProposal>, 'db' | 'now' | 'newId' | 'addJob'>

/** "If they asked for it, ‘your proposal was accepted / declined’ without details." Returns the e-mail's id. */
async function tellParty(
  context: TellContext,
  { detail, agencyContacts }: LoadedProperty,
  row: ProposalRow,
  decision: 'accepted' | 'declined',
): Promise<string | null> {
  if (!row.tell_me || row.email === '') return null
  const message = proposalDecidedEmail({
    companyId: detail.company._id,
    companyName: detail.company.name,
    propertyId: detail._id,
    line1: detail.address.line1,
    to: row,
    decision,
    replyTo: agencyContacts.contact.email,
  })
  const sendAfter = new Date(Date.parse(context.now) + tellDelaySeconds * 1000).toISOString()
  return queueMail(context, { ...message, sendAfter })
}
