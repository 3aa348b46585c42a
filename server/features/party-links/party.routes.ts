import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  makeProposal,
  readPartySale,
  savePartyWishes,
  takeBackProposal,
} from '@gya/domain/features/party-links/party.contract.ts'
import type { ProposalContent, ProposalState } from '@gya/domain/features/party-links/party-links.model.ts'
import { daysAfterCompletion, maxBytesADay, maxProposalsADay } from '@gya/domain/features/party-links/party-links.rules.ts'
import type { PartySale } from '@gya/domain/features/party-links/party-sale.model.ts'
import { partySaleOf } from '@gya/domain/features/party-links/party-sale.ts'
import { whyNotDecide, whyNotPropose } from '@gya/domain/features/party-links/proposals.rules.ts'
import { acceptedOnOf } from '@gya/domain/features/timeline/accepted-on.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type OpenPartyLink, partyLinkOf } from '../../http/access/require-party-link.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { propertyEventsStatement } from '../events/events.repository.ts'
import { type LoadedProperty, loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { findBrandColour, isLinkOpen, noteVisit, saveTellMe } from './party-links.repository.ts'
import {
  contentOf,
  insertProposal,
  listProposalsOfLink,
  lockProposal,
  overtakeOlder,
  updateProposal,
} from './proposals.repository.ts'

type PartyContext = { db: Db; now: string; today: string; newId(): string; request: FastifyRequest }

const dayMinutes = 1_440

/** The page of a party: what it sees, and what it proposes. connect.md §6. */
export function partyRoutes(app: FastifyInstance): void {
  const { pool } = app.gya.database

  registerRoute(app, readPartySale, async (context) => {
    const { db, now, today, newId, request } = context
    const link = partyLinkOf(request)
    const { companyId, propertyId, linkId, party, name } = link
    const isFirst = await noteVisit(db, link, now, today)
    if (isFirst) {
      const opened = { propertyId, kind: 'party-link-opened' as const, data: { linkId, party, name } }
      await db.executeQuery(propertyEventsStatement({ companyId, userId: null, at: now, newId }, [opened]))
    }
    return loadPartySale(context)
  })

  registerPreparedRoute(
    app,
    makeProposal,
    async ({ request, now }) => {
      const { linkId } = partyLinkOf(request)
      const bytes = request.upload?.bytes ?? 0
      const counted = [
        { key: `party-proposals:${linkId}`, max: maxProposalsADay, minutes: dayMinutes },
        ...(bytes > 0 ? [{ key: `party-bytes:${linkId}`, max: maxBytesADay, minutes: dayMinutes, tries: bytes }] : []),
      ]
      await enforceRateLimit(pool, counted, now)
    },
    async (context) => {
      const { db, body, now, today, newId, request, file } = context
      const link = partyLinkOf(request)
      const content: ProposalContent = {
        what: body.what,
        stepKey: body.stepKey ?? null,
        state: body.state ?? null,
        dateKind: body.dateKind ?? null,
        onDay: body.onDay ?? null,
        text: body.text,
        fileName: file?.fileName ?? null,
      }
      await recordByParty(context, link, async () => {
        refuseProposal(content, await loadProperty(db, link, today), link, today)
        const id = newId()
        await overtakeOlder(db, link, content, now)
        await insertProposal(db, {
          company_id: link.companyId,
          id,
          property_id: link.propertyId,
          link_id: link.linkId,
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
      return loadPartySale(context)
    },
  )

  registerRoute(app, takeBackProposal, async (context) => {
    const { db, params, now, request, discardFile } = context
    const link = partyLinkOf(request)
    await recordByParty(context, link, async () => {
      const row = await lockProposal(db, link, params.proposalId)
      if (row?.link_id !== link.linkId) throw new DomainError('NOT_FOUND')
      const refusal = whyNotDecide(row.state as ProposalState)
      if (refusal) throw new DomainError(refusal)
      await updateProposal(db, link.companyId, row.id, { state: 'taken-back', decided_on: now, document_file: null })
      await discardFile(row.document_file, 'original')
      return {
        kind: 'proposal-taken-back',
        data: { ...proposalData(row.id, link, contentOf(row)), decision: 'taken-back' },
      }
    })
    return loadPartySale(context)
  })

  registerRoute(app, savePartyWishes, async ({ db, body, request }) => {
    const { companyId, linkId } = partyLinkOf(request)
    await saveTellMe(db, companyId, linkId, body.tellMe)
    return { success: true as const }
  })
}

/** Records what a party did, unless its link has ended while the property was waited for. */
async function recordByParty(
  { db, now, today, newId }: PartyContext,
  link: OpenPartyLink,
  write: () => Promise<{ kind: 'party-proposed' | 'proposal-taken-back'; data: Record<string, unknown> }>,
): Promise<void> {
  await recordAboutProperty({ db, now, today, newId, caller: null }, link, async () => {
    if (!(await isLinkOpen(db, link))) throw new DomainError('LINK_NOT_FOUND')
    return [await write()]
  })
}

const proposalData = (proposalId: string, { linkId, party }: OpenPartyLink, { text, ...content }: ProposalContent) => ({
  proposalId,
  linkId,
  party,
  proposedBy: party,
  ...content,
  ...(text ? { text } : {}),
})

/** Throws why it cannot be proposed, in the words of the rule. */
function refuseProposal(
  content: ProposalContent,
  { detail, timeline }: LoadedProperty,
  { party }: OpenPartyLink,
  today: string,
): void {
  const refusal = whyNotPropose(party, content, { timeline, acceptedOn: acceptedOnOf(detail.offers), today })
  if (!refusal) return
  const { code, path, message } = refusal
  if (code === 'VALIDATION_FAILED') throw new DomainError(code, { issues: [{ path: path ?? '', message }] })
  throw new DomainError(code, { message, ...(path ? { issues: [{ path, message }] } : {}) })
}

async function loadPartySale({ db, today, request }: PartyContext): Promise<PartySale> {
  const link = partyLinkOf(request)
  const { detail, timeline, agencyContacts } = await loadProperty(db, link, today)
  const completed = findStep(timeline, stepKeys.Completed)
  const afterCompletion =
    completed?.state === 'C' && completed.completedOn ? addDays(completed.completedOn, daysAfterCompletion) : null
  const expires = londonDay(link.expiresOn)
  return partySaleOf({
    property: detail,
    timeline,
    contact: agencyContacts.contact,
    brandColour: await findBrandColour(db, link.companyId),
    link: {
      party: link.party,
      name: link.name,
      endsOn: afterCompletion !== null && afterCompletion < expires ? afterCompletion : expires,
      tellMe: link.tellMe,
    },
    proposals: (await listProposalsOfLink(db, link)).map((row) => ({
      ...contentOf(row),
      _id: row.id,
      proposalState: row.state as ProposalState,
      createdOn: row.createdon,
      decidedOn: row.decided_on,
      reason: row.reason,
    })),
    today,
  })
}
