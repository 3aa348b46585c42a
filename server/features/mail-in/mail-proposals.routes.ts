import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { acceptMailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { acceptOpenProposal } from '../party-links/decide-open-proposal.ts'
import { listProposalsOfSources } from '../party-links/proposals.repository.ts'
import { proposalPart } from '../party-links/undo-proposal.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { refuseStaleVersion } from '../properties/write/change-property.ts'
import { authorOf, lockAndLoad, requireLoaded, saveProperties } from '../properties/write/save-properties.ts'
import { snoozesEndedBy } from '../today/snooze-parts.ts'
import { recordUndo, type UndoPart } from '../undo/undo.repository.ts'
import { isProved, loadAndLockMailIn, warningsStand } from './mail-in.response.ts'

/** "A accepts all its proposals in order in one transaction, one undo; the first refusal stops all." [mail-in §6](docs/design/mail-in.md#6). */
export function mailProposalsRoutes(app: FastifyInstance): void {
  registerRoute(app, acceptMailIn, async (context) => {
    const { params, body, db, caller, today, newId } = context
    const { companyId, mailInId } = params
    const { propertyId, version } = body
    const ids = { companyId, propertyId }
    const loaded = await loadAndLockMailIn(context)
    if (!loaded.sales.some(({ property_id, state }) => property_id === propertyId && state === 'filed'))
      throw new DomainError('NOT_FOUND')
    refuseIf(warningsStand(loaded.mail) ? 'MAIL_HAS_WARNING' : null)
    refuseIf(body.evenIfNotVerified || isProved(loaded) ? null : 'SENDER_NOT_VERIFIED')
    const author = authorOf(context, companyId)
    const before = await lockAndLoad(author, { ids: [propertyId] })
    const undoId = newId()
    const parts: UndoPart[] = []
    const words: string[] = []
    const save = () =>
      saveProperties(
        'work',
        { ...author, viewer: caller },
        {
          ids: [propertyId],
          ...(version === undefined
            ? {}
            : { refuseStale: (locked) => refuseStaleVersion(db, ids, version, locked, caller.userId) }),
        },
        async (properties) => {
          const rows = await listProposalsOfSources(db, { companyId, sourceIds: [mailInId] })
          const open = rows.filter((row) => row.property_id === propertyId && row.state === 'open')
          refuseIf(open.length === 0 ? 'PROPOSAL_DECIDED' : null)
          let property = requireLoaded(properties, propertyId)
          const events = []
          for (const [index, { id: proposalId }] of open.entries()) {
            const by = { ...context, userId: caller.userId }
            const accepted = await acceptOpenProposal(by, property, ids, { proposalId, undoId }).catch((error: unknown) => {
              throw error instanceof DomainError ? atProposal(error, index) : error
            })
            const { done, mailId } = accepted
            events.push(...accepted.events)
            parts.push(proposalPart({ propertyId, proposalId, documentId: done.documentId, mailId }), ...done.parts)
            if (done.description) words.push(done.description)
            property = await loadProperty(db, ids, today, caller)
          }
          return { changes: [{ propertyId, events }], result: null }
        },
      )
    const outcome: { saved?: Awaited<ReturnType<typeof save>>['saved'] } = {}
    const snoozes = await snoozesEndedBy(db, companyId, before, async () => {
      outcome.saved = (await save()).saved
    })
    const { detail } = requireLoaded(outcome.saved ?? new Map(), propertyId)
    const description = `Accepted: ${words.join(', ') || 'nothing changed'}`
    return { ...detail, undoId: await recordUndo(context, { undoId, description, parts: [...snoozes, ...parts] }), description }
  })
}

/** "The first refusal stops all and is shown at its line." */
const atProposal = (error: DomainError, index: number): DomainError =>
  new DomainError(error.code, { message: error.message, issues: [{ path: `proposals.${index}`, message: error.message }] })
