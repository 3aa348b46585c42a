import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import { linkExpiry, whyNotSendLink } from '@gya/domain/features/party-links/party-links.rules.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { partyLinkEmail } from '../../emails/party-link.ts'
import { countAddresses } from '../../http/limits/email-limit.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { type LoadedProperty, loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { endLinks } from './end-links.ts'
import { adoptReopened } from './lapsed-proposals.ts'
import { insertLink, listOpenLinks } from './party-links.repository.ts'

export type SendContext = OutboxContext & { today: string; userId: string; publicUrl: string }
type PropertyIds = { companyId: string; propertyId: string }
type Addressee = {
  party: LinkParty
  name: string
  email: string
  contactId?: string | null | undefined
  pocId?: string | null | undefined
}

/** Sends a party a new link to the sale and ends their earlier link. Returns the id of the new link. */
export async function sendLink(context: SendContext, ids: PropertyIds, to: Addressee): Promise<string> {
  const { db, now, today, newId, userId } = context
  const { companyId, propertyId } = ids
  const { party, name, email, contactId = null, pocId = null } = to
  const token = newToken()
  const linkId = newId()
  await recordAboutProperty({ db, now, today, newId, caller: { userId } }, ids, async () => {
    const property = await loadProperty(db, ids, today)
    const open = await listOpenLinks(db, ids)
    const replaced = open.filter((link) => link.party === party && link.email.toLowerCase() === email)
    const offerId = requireSale(property, open.length - replaced.length, today)
    await endLinks(
      { db, companyId, userId, now, newId },
      replaced.map(({ id }) => id),
      'replaced',
    )
    await insertLink(db, {
      company_id: companyId,
      id: linkId,
      property_id: propertyId,
      offer_id: offerId,
      party,
      name,
      email,
      contact_id: contactId,
      poc_id: pocId,
      token_hash: hashToken(token),
      created_by: userId,
      createdon: now,
      sent_on: now,
      expires_on: linkExpiry(now),
    })
    await adoptReopened(db, { companyId, linkId })
    await emailLink(context, property, { party, name, email, token })
    return [{ kind: 'party-link-sent', data: { linkId, party, name, email } }]
  })
  return linkId
}

/** A link opens the sale and replaces the one before, so that it counts as several e-mails to its address. */
const linkWeight = 3

/** Queues the e-mail with the address of the link. The address is stored nowhere else. */
export async function emailLink(
  context: OutboxContext & { userId: string; publicUrl: string },
  { detail, agencyContacts }: LoadedProperty,
  link: { party: LinkParty; name: string; email: string; token: string },
): Promise<void> {
  await countAddresses({ ...context, caller: { userId: context.userId } }, [link.email], linkWeight)
  await queueMail(
    context,
    partyLinkEmail({
      companyId: detail.company._id,
      companyName: detail.company.name,
      propertyId: detail._id,
      line1: detail.address.line1,
      ...link,
      expiresOn: linkExpiry(context.now),
      sender: agencyContacts.contact,
      sentBy: context.userId,
      publicUrl: context.publicUrl,
    }),
  )
}

export const acceptedOfferOf = ({ detail }: LoadedProperty): string | undefined =>
  detail.offers.find(({ state }) => state === 'A')?._id

/** Returns the accepted offer that a link belongs to. Throws why no link can be sent. */
export function requireSale(property: LoadedProperty, openLinks: number, today: string): string {
  const offerId = acceptedOfferOf(property)
  const completed = findStep(property.timeline, stepKeys.Completed)
  const completedOn = completed?.state === 'C' ? completed.completedOn : null
  const refusal = whyNotSendLink({ isSold: offerId !== undefined, completedOn, openLinks }, today)
  if (refusal === 'FALL_OFF_WITHOUT_SALE' || offerId === undefined)
    throw new DomainError('FALL_OFF_WITHOUT_SALE', { message: 'There is no sale yet: no offer is accepted.' })
  refuseIf(refusal)
  return offerId
}
