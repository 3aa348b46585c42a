import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  acceptProposal,
  declineProposal,
  downloadProposalFile,
  listProposals,
  maxInboxRows,
  proposeChange,
  readProposalInbox,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import { type Proposer, proposerLabels } from '@gya/domain/features/party-links/party-links.model.ts'
import { describeProposal } from '@gya/domain/features/party-links/proposals.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { FastifyInstance } from 'fastify'
import { chosenBranches } from '../../http/access/scope.ts'
import { registerDownload, savedFileDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { loadProperties, loadProperty } from '../properties/read/load-property.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { authorOf, lockAndLoad } from '../properties/write/save-properties.ts'
import { snoozesEndedBy } from '../today/snooze-parts.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import { type AcceptedProposal, acceptOpenProposal, declineOpenProposal } from './decide-open-proposal.ts'
import { previewProposals } from './decide-proposal.ts'
import {
  contentOf,
  findProposal,
  listOpenProposals,
  listProposalsOfSale,
  toPreviewed,
  toProposal,
} from './proposals.repository.ts'
import { proposeByAssistant } from './propose-by-assistant.ts'
import { proposalPart, registerProposalPart } from './undo-proposal.ts'

const nothingToSee = { effect: '', refusal: null }

/** Calls for the agency to accept and decline proposals of parties. [connect §6](docs/design/connect.md#6). */
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

  registerRoute(app, proposeChange, proposeByAssistant)

  registerRoute(app, acceptProposal, async (context) => {
    const { params, db, caller, newId } = context
    const before = await lockAndLoad(authorOf(context, params.companyId), { ids: [params.propertyId] })
    const outcome: { accepted?: AcceptedProposal; property?: PropertyDetail } = {}
    const undoId = newId()
    const accept = changeProperty<typeof acceptProposal>(async (making, property, ids) => {
      const by = { ...making, userId: caller.userId }
      outcome.accepted = await acceptOpenProposal(by, property, ids, { proposalId: making.params.proposalId, undoId })
      return outcome.accepted.events
    })
    const snoozes = await snoozesEndedBy(db, params.companyId, before, async () => {
      outcome.property = await accept(context)
    })
    const { property, accepted } = outcome
    if (!property || !accepted) throw new Error('The proposal was not accepted.')
    const { row, done, mailId } = accepted
    const words = `${proposerLabels[row.party as Proposer]}’s proposal accepted: ${describeProposal(contentOf(row))}`
    const description = `${property.address.line1}: ${words}${done.description ? `; ${done.description}` : ''}`
    const own = proposalPart({ propertyId: params.propertyId, proposalId: row.id, documentId: done.documentId, mailId })
    const parts: UndoPart[] = [...snoozes, own, ...done.parts]
    return { ...property, undoId: await recordUndo(context, { undoId, description, parts }), description }
  })

  registerRoute(app, declineProposal, async (context) => {
    const { params, body, db, caller, today } = context
    const { proposalId } = params
    const row = await declineOpenProposal({ ...context, userId: caller.userId }, params, { proposalId, reason: body.reason })
    const description = `${proposerLabels[row.party as Proposer]}’s proposal declined: ${describeProposal(contentOf(row))}`
    const { propertyId } = params
    const part = proposalPart({ propertyId, proposalId, documentId: null, mailId: null, declined: true })
    // The party of a link was told.
    const undoId = row.source === 'link' ? null : await recordUndo(context, { description, parts: [part] })
    return { ...(await loadProperty(db, params, today, caller)).detail, undoId, description }
  })

  registerDownload(app, downloadProposalFile, async ({ params, db }) => {
    const row = await findProposal(db, params, params.proposalId)
    if (!row?.document_file || row.file_name === null) throw new DomainError('NOT_FOUND')
    const data = { propertyId: params.propertyId, proposalId: row.id, bytes: row.bytes }
    const file = { file: row.document_file, file_name: row.file_name }
    return savedFileDownload(app.gya.files, file, { kind: 'document-downloaded', data })
  })
}
