import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  endPartyLink,
  listPartyLinks,
  resendPartyLink,
  sendPartyLink,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import type { LinkEnding, LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import { linkExpiry, whyNotSendAgain, whyNotSendLink } from '@gya/domain/features/party-links/party-links.rules.ts'
import { findStep, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '../../emails/outbox.ts'
import { partyLinkEmail } from '../../emails/party-link.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { countEmails } from '../../http/limits/email-limit.ts'
import { type HandlerContext, registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { type LoadedProperty, loadProperty } from '../properties/read/load-property.ts'
import { onPropertiesChanged } from '../properties/write/property-changed.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { endLinks } from './end-links.ts'
import { followProperties } from './follow-properties.ts'
import { insertLink, listLinks, listOpenLinks, lockLink, renewLink } from './party-links.repository.ts'

type LinkContext = Pick<
  HandlerContext<typeof endPartyLink>,
  'params' | 'db' | 'now' | 'today' | 'newId' | 'caller' | 'addJob' | 'request'
>

/** Links that a sale's parties have, for the agency. connect.md §6. */
export function partyLinksRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config
  onPropertiesChanged(app, followProperties)

  registerRoute(app, listPartyLinks, async ({ params, db, today }) => ({
    data: await linksOf({ params, db, today }),
  }))

  registerRoute(app, sendPartyLink, async (context) => {
    const { params, body, db, now, newId, caller } = context
    const { party, name, email, contactId = null, pocId = null } = body
    const token = newToken()
    const linkId = newId()
    await recordAboutProperty(context, params, async () => {
      const property = await loadProperty(db, params, context.today)
      const open = await listOpenLinks(db, params)
      const replaced = open.filter((link) => link.party === party && link.email.toLowerCase() === email)
      const offerId = requireSale(property, open.length - replaced.length, context.today)
      await endLinks(
        endContext(context),
        replaced.map(({ id }) => id),
        'replaced',
      )
      await insertLink(db, {
        company_id: params.companyId,
        id: linkId,
        property_id: params.propertyId,
        offer_id: offerId,
        party,
        name,
        email,
        contact_id: contactId,
        poc_id: pocId,
        token_hash: hashToken(token),
        created_by: caller.userId,
        createdon: now,
        sent_on: now,
        expires_on: linkExpiry(now),
      })
      await sendEmail(context, property, { party, name, email, token })
      return [{ kind: 'party-link-sent', data: { linkId, party, name, email } }]
    })
    await recordSecurityEvent(context, { kind: 'party-link-sent', data: { propertyId: params.propertyId, linkId, party } })
    return { data: await linksOf(context) }
  })

  registerPreparedRoute(
    app,
    resendPartyLink,
    ({ caller, now }) => countEmails(app, caller, 1, now),
    async (context) => {
      const { params, db, now } = context
      const token = newToken()
      await recordAboutProperty(context, params, async () => {
        const link = await requireLink(context)
        refuseIf(whyNotSendAgain(link.ended_because as LinkEnding | null))
        const property = await loadProperty(db, params, context.today)
        const others = (await listOpenLinks(db, params)).filter(({ id }) => id !== link.id)
        if (requireSale(property, others.length, context.today) !== link.offer_id) throw new DomainError('PARTY_LINK_ENDED')
        await renewLink(db, params.companyId, link.id, {
          token_hash: hashToken(token),
          sent_on: now,
          expires_on: linkExpiry(now),
        })
        const { name, email } = link
        const party = link.party as LinkParty
        await sendEmail(context, property, { party, name, email, token })
        return [{ kind: 'party-link-sent', data: { linkId: link.id, party, name, email } }]
      })
      await recordSecurityEvent(context, {
        kind: 'party-link-sent',
        data: { propertyId: params.propertyId, linkId: params.linkId },
      })
      return { data: await linksOf(context) }
    },
  )

  registerRoute(app, endPartyLink, async (context) => {
    const { params } = context
    await recordAboutProperty(context, params, async () => {
      const link = await requireLink(context)
      await endLinks(endContext(context), [link.id], 'revoked')
      await recordSecurityEvent(context, {
        kind: 'party-link-revoked',
        data: { propertyId: params.propertyId, linkId: link.id, party: link.party },
      })
      return []
    })
    return { data: await linksOf(context) }
  })

  async function sendEmail(
    context: Pick<LinkContext, 'db' | 'now' | 'newId' | 'addJob'>,
    { detail, agencyContacts }: LoadedProperty,
    link: { party: LinkParty; name: string; email: string; token: string },
  ): Promise<void> {
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
        publicUrl,
      }),
    )
  }
}

const endContext = ({
  db,
  params,
  caller,
  now,
  newId,
}: Pick<LinkContext, 'db' | 'caller' | 'now' | 'newId'> & { params: { companyId: string } }) => ({
  db,
  companyId: params.companyId,
  userId: caller.userId,
  now,
  newId,
})

/** Throws NOT_FOUND. */
async function requireLink({ db, params }: Pick<LinkContext, 'db' | 'params'>) {
  const link = await lockLink(db, params, params.linkId)
  if (!link) throw new DomainError('NOT_FOUND')
  return link
}

const acceptedOfferOf = ({ detail }: LoadedProperty): string | undefined => detail.offers.find(({ state }) => state === 'A')?._id

/** The accepted offer that a link belongs to. Throws why none can be sent. */
function requireSale(property: LoadedProperty, openLinks: number, today: string): string {
  const offerId = acceptedOfferOf(property)
  const completed = findStep(property.timeline, stepKeys.Completed)
  const completedOn = completed?.state === 'C' ? completed.completedOn : null
  const refusal = whyNotSendLink({ isSold: offerId !== undefined, completedOn, openLinks }, today)
  if (refusal === 'FALL_OFF_WITHOUT_SALE' || offerId === undefined)
    throw new DomainError('FALL_OFF_WITHOUT_SALE', { message: 'There is no sale yet: no offer is accepted.' })
  refuseIf(refusal)
  return offerId
}

/** Of the current sale; none without one. */
async function linksOf({
  params,
  db,
  today,
}: Pick<LinkContext, 'db' | 'today'> & { params: { companyId: string; propertyId: string } }) {
  const offerId = acceptedOfferOf(await loadProperty(db, params, today))
  return offerId === undefined ? [] : listLinks(db, params, offerId, today)
}
