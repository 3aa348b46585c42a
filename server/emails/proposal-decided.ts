import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { Message } from './outbox.ts'

type Decided = {
  companyId: string
  companyName: string
  propertyId: string
  line1: string
  to: { name: string; email: string }
  decision: 'accepted' | 'declined'
  replyTo: string
}

/**
 * To a party who subscribed to it: "‘your proposal was accepted / declined’ without details." [connect §6.7](docs/design/connect.md#6.7).
 */
export const proposalDecidedEmail = ({ companyId, companyName, propertyId, line1, to, decision, replyTo }: Decided): Message => ({
  to: [to.email],
  companyId,
  propertyId,
  ...(replyTo ? { replyTo } : {}),
  subject: `${line1}: your proposal was ${decision}`,
  text: `Hello ${nameInMail(to.name)},

your proposal for ${line1} was ${decision}. You see more on your page: the address is in the e-mail with your link.

You get these messages because you asked for them on that page.

${companyName}`,
})
