import { DomainError } from '@gya/domain/error-catalogue.ts'
import { describeProposal } from '@gya/domain/features/party-links/proposals.rules.ts'
import { takeBackMails } from '../../emails/outbox.ts'
import { deleteDocumentRow, findDocument } from '../documents/documents.repository.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { releaseEvidence } from '../gates/evidence.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { contentOf, hasNewerOpen, lockProposal, updateProposal } from './proposals.repository.ts'

type ProposalPart = UndoPart & {
  kind: 'party-proposal'
  propertyId: string
  proposalId: string
  /** The document created from the file. */
  documentId: string | null
  /** The e-mail to the party about the decision. */
  mailId: string | null
  /** A declined one; missing in those of before. */
  declined?: true
}

export const proposalPart = (part: Omit<ProposalPart, 'kind'>): ProposalPart => ({ kind: 'party-proposal', ...part })

/** "Accepting is one gesture and can be undone like the step it set": reopens the proposal, unless its link has ended. */
export function registerProposalPart(): void {
  registerUndoPart<ProposalPart>('party-proposal', {
    changesProperties: true,
    async conflict(context, parts) {
      for (const { propertyId, proposalId, documentId, declined } of parts) {
        const ids = { companyId: context.companyId, propertyId }
        const row = await lockProposal(context.db, ids, proposalId)
        if (!row) throw new DomainError('NOT_FOUND')
        const isGone = documentId !== null && !(await findDocument(context.db, { ...ids, documentId }))
        if (row.state !== (declined ? 'declined' : 'accepted') || isGone)
          return { what: describeProposal(contentOf(row)), by: null, on: null }
      }
      return null
    },
    async undo(context, parts) {
      const undone = []
      for (const part of parts) undone.push({ propertyId: part.propertyId, events: await undoOne(context, part) })
      return undone
    },
  })
}

async function undoOne(context: UndoContext, { propertyId, proposalId, documentId, mailId }: ProposalPart): Promise<NewEvent[]> {
  const { db, companyId, properties, now, addJob } = context
  const ids = { companyId, propertyId }
  const row = await lockProposal(db, ids, proposalId)
  const property = properties.get(propertyId)
  if (!row || !property) throw new DomainError('NOT_FOUND')
  const events: NewEvent[] = []
  let file: string | null = null
  if (documentId !== null) {
    const document = await findDocument(db, { ...ids, documentId })
    file = document?.file ?? null
    events.push(...(await releaseEvidence(db, ids, property.detail, documentId)))
    await deleteDocumentRow(db, { ...ids, documentId })
    events.push({ kind: 'document-removed', data: { documentId, fileName: row.file_name, note: row.text } })
  }
  // Proposals of links that ended with a fall-off are open if the sale was restored.
  const isOfSale = property.detail.offers.some(({ _id, state }) => state === 'A' && _id === row.offer_id)
  const isOpen =
    row.link_id === null ? isOfSale : row.link_ended_because === null || (row.link_ended_because === 'fell-off' && isOfSale)
  const isOpenAgain = isOpen && !(await hasNewerOpen(db, row))
  if (!isOpenAgain && file !== null) await discardFiles({ db, now, addJob }, [file], 'original')
  await updateProposal(db, companyId, proposalId, {
    state: isOpenAgain ? 'open' : 'overtaken',
    decided_by: null,
    decided_on: isOpenAgain ? null : now,
    ...(row.state === 'declined' ? { reason: '' } : {}),
    document_file: isOpenAgain ? file : null,
    document_id: null,
  })
  if (mailId !== null)
    await takeBackMails(db, { companyId, mailIds: [mailId], userId: context.caller.userId, now, newId: context.newId })
  return events
}
