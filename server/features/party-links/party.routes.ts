import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isIdentityChecked } from '@gya/domain/features/customer-checks/customer-state.ts'
import {
  makeProposal,
  readPartySale,
  savePartyWishes,
  takeBackProposal,
} from '@gya/domain/features/party-links/party.contract.ts'
import type { ProposalContent, ProposalState } from '@gya/domain/features/party-links/party-links.model.ts'
import { daysAfterCompletion, maxBytesADay } from '@gya/domain/features/party-links/party-links.rules.ts'
import type { PartySale } from '@gya/domain/features/party-links/party-sale.model.ts'
import { partySaleOf } from '@gya/domain/features/party-links/party-sale.ts'
import { whyNotDecide } from '@gya/domain/features/party-links/proposals.rules.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { partyLinkOf } from '../../http/access/require-party-link.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { findBrandColour, saveTellMe } from './party-links.repository.ts'
import { contentOf, listProposalsOfLink, lockProposal, updateProposal } from './proposals.repository.ts'
import { proposalData, propose, recordByParty, recordVisit } from './propose.ts'

type PartyContext = { db: Db; today: string; request: FastifyRequest }

/** The page of a party and its proposals. [connect §6](docs/design/connect.md#6). */
export function partyRoutes(app: FastifyInstance): void {
  const { pool } = app.gya.database

  registerRoute(app, readPartySale, async (context) => {
    await recordVisit(context, partyLinkOf(context.request))
    return loadPartySale(context)
  })

  registerPreparedRoute(
    app,
    makeProposal,
    async ({ request, now }) => {
      const { linkId } = partyLinkOf(request)
      const bytes = request.upload?.bytes ?? 0
      const limit = { key: `party-bytes:${linkId}`, max: maxBytesADay, minutes: 1_440, tries: bytes }
      if (bytes > 0) await enforceRateLimit(pool, [limit], now)
    },
    async (context) => {
      const { body, request, file } = context
      const content: ProposalContent = {
        what: body.what,
        stepKey: body.stepKey ?? null,
        state: body.state ?? null,
        dateKind: body.dateKind ?? null,
        onDay: body.onDay ?? null,
        text: body.text,
        fileName: file?.fileName ?? null,
      }
      await propose(context, partyLinkOf(request), content, file)
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

async function loadPartySale({ db, today, request }: PartyContext): Promise<PartySale> {
  const link = partyLinkOf(request)
  const { detail, timeline, sale, register, agencyContacts } = await loadProperty(db, link, today)
  const completed = findStep(timeline, stepKeys.Completed)
  const afterCompletion =
    completed?.state === 'C' && completed.completedOn ? addDays(completed.completedOn, daysAfterCompletion) : null
  const expires = londonDay(link.expiresOn)
  const offerId = detail.offers.find(({ state }) => state === 'A')?._id ?? null
  const isChecked = link.party === 'buyer' && register?.on && isIdentityChecked(register, 'buyer', offerId, today)
  const seen = partySaleOf({
    property: detail,
    timeline,
    sale,
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
  return isChecked ? { ...seen, identityChecked: true } : seen
}
