import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { proposeChange } from '@gya/domain/features/party-links/party-links.contract.ts'
import type { ProposalContent } from '@gya/domain/features/party-links/party-links.model.ts'
import {
  maxOfGrantADay,
  maxOpenOfPerson,
  maxOpenProposals,
  whereProposalsAre,
} from '@gya/domain/features/party-links/proposal-limits.ts'
import type { HandlerContext } from '../../http/route/register-route.ts'
import { daysLater } from '../../infra/clock.ts'
import { loadPartiesOfSale } from '../conversations/conversations.response.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { countProposals, insertProposal, listGrantIds, replaceOlder } from './proposals.repository.ts'
import { refuseProposal } from './propose.ts'

/**
 * What a person proposes with an assistant: "one open proposal a topic and person; a newer replaces it. No Today item and no e-mail."
 * [open §3.2](docs/design/open.md#3.2).
 */
export async function proposeByAssistant(context: HandlerContext<typeof proposeChange>) {
  const { params, body, caller, db, now, today, newId } = context
  const { companyId, propertyId } = params
  // People change a sale themselves.
  const grantId = caller.app?.grantId
  if (grantId === undefined) throw new DomainError('FORBIDDEN')
  const { what, stepKey = null, state = null, dateKind = null, onDay = null, text, partyRef = null, subject } = body
  const content: ProposalContent = { what, stepKey, state, dateKind, onDay, text, fileName: null }
  const id = newId()
  await recordAboutProperty(context, params, async () => {
    const property = await loadProperty(db, params, today, caller)
    refuseProposal(content, property, 'staff', today)
    if (what === 'email') await requireParty(context)
    const grantIds = await listGrantIds(db, companyId, caller.userId)
    await replaceOlder(db, { companyId, propertyId, party: 'staff', sourceIds: grantIds }, content, now)
    const { ofSale, ofPerson, ofGrant } = await countProposals(db, { ...params, grantIds, grantId, since: daysLater(now, -1) })
    refuseIf(ofSale >= maxOpenProposals || ofPerson >= maxOpenOfPerson || ofGrant >= maxOfGrantADay ? 'TOO_MANY_PROPOSALS' : null)
    await insertProposal(db, {
      company_id: companyId,
      id,
      property_id: propertyId,
      source: 'assistant',
      source_id: grantId,
      offer_id: property.detail.offers.find((offer) => offer.state === 'A')?._id ?? null,
      proposed_by: 'staff',
      party_ref: partyRef,
      subject,
      what,
      step_key: stepKey,
      step_state: state,
      date_kind: dateKind,
      on_day: onDay,
      text,
      createdon: now,
      notified_on: now,
    })
    const from = { proposalId: id, source: 'assistant', sourceId: grantId, party: 'staff', proposedBy: 'staff' }
    return [{ kind: 'party-proposed', data: { ...from, ...content, ...(text ? {} : { text: undefined }) } }]
  })
  return { _id: id, where: whereProposalsAre } as const
}

/** "A draft e-mail names a party of the sale by reference", and has a subject. */
async function requireParty({ params, body, db }: HandlerContext<typeof proposeChange>): Promise<void> {
  const issue = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })
  if (body.subject === '') throw issue('subject', 'Enter a subject.')
  const parties = await loadPartiesOfSale(db, params)
  if (!parties.some(({ ref }) => ref === body.partyRef)) throw issue('partyRef', 'Choose a party of the sale.')
}
