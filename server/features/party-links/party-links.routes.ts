import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  endPartyLink,
  listPartyLinks,
  resendPartyLink,
  sendPartyLink,
} from '@gya/domain/features/party-links/party-links.contract.ts'
import type { LinkEnding, LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import { linkExpiry, whyNotSendAgain } from '@gya/domain/features/party-links/party-links.rules.ts'
import type { FastifyInstance } from 'fastify'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { countEmails } from '../../http/limits/email-limit.ts'
import { type HandlerContext, registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { loadProperty } from '../properties/read/load-property.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { endLinks } from './end-links.ts'
import { listLinks, listOpenLinks, lockLink, renewLink } from './party-links.repository.ts'
import { acceptedOfferOf, emailLink, requireSale, sendLink } from './send-link.ts'

type LinkContext = Pick<
  HandlerContext<typeof endPartyLink>,
  'params' | 'db' | 'now' | 'today' | 'newId' | 'caller' | 'addJob' | 'request'
>

/** Party links of a sale, for the agency. [connect §6](docs/design/connect.md#6). */
export function partyLinksRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listPartyLinks, async ({ params, db, today }) => ({
    data: await linksOf({ params, db, today }),
  }))

  registerRoute(app, sendPartyLink, async (context) => {
    const { params, body, caller } = context
    const linkId = await sendLink({ ...context, userId: caller.userId, publicUrl }, params, body)
    await recordSecurityEvent(context, {
      kind: 'party-link-sent',
      data: { propertyId: params.propertyId, linkId, party: body.party },
    })
    return { data: await linksOf(context) }
  })

  registerPreparedRoute(
    app,
    resendPartyLink,
    ({ caller, now }) => countEmails(app, caller, 1, now),
    async (context) => {
      const { params, db, now, caller } = context
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
        await emailLink({ ...context, userId: caller.userId, publicUrl }, property, { party, name, email, token })
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

/** Returns the link. Throws NOT_FOUND. */
async function requireLink({ db, params }: Pick<LinkContext, 'db' | 'params'>) {
  const link = await lockLink(db, params, params.linkId)
  if (!link) throw new DomainError('NOT_FOUND')
  return link
}

/** Returns the links of the current sale; empty without one. */
async function linksOf({
  params,
  db,
  today,
}: Pick<LinkContext, 'db' | 'today'> & { params: { companyId: string; propertyId: string } }) {
  const offerId = acceptedOfferOf(await loadProperty(db, params, today))
  return offerId === undefined ? [] : listLinks(db, params, offerId, today)
}
