import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import type { Message } from './outbox.ts'

type LinkOfSale = {
  companyId: string
  companyName: string
  propertyId: string
  line1: string
  party: LinkParty
  name: string
  email: string
  token: string
  expiresOn: string
  sender: { name: string; email: string; tel: string }
  sentBy: string
  publicUrl: string
}

const roles: Record<LinkParty, string> = {
  'vendor-conveyancer': 'You act for the vendor of',
  'buyer-conveyancer': 'You act for the buyer of',
  buyer: 'You are buying',
}

/** To a solicitor or buyer: the address of their page. The part after # is never sent to a server. */
export const partyLinkEmail = ({
  companyId,
  companyName,
  propertyId,
  sender,
  sentBy,
  publicUrl,
  ...link
}: LinkOfSale): Message => ({
  to: [link.email],
  about: { companyId, propertyId, sentBy, attachments: [] },
  ...(sender.email ? { replyTo: sender.email } : {}),
  subject: `${link.line1}: how the sale stands`,
  text: `Hello ${nameInMail(link.name)},

${roles[link.party]} ${link.line1}. On this page you see how the sale stands and what we are waiting for, and can tell us what is done, propose days, and send documents:

${publicUrl}/p#${link.token}

The address is meant for you alone: please do not forward it. It opens until ${showDate(londonDay(link.expiresOn))} at the latest. Nothing that you enter counts before we have confirmed it.

${sender.name}${sender.tel ? `, ${sender.tel}` : ''}
${companyName}`,
})
