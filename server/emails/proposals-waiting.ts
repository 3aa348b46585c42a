import { salutationOf } from '@gya/domain/common/person.ts'
import { type LinkParty, linkPartyLabels } from '@gya/domain/features/party-links/party-links.model.ts'
import type { Message } from './outbox.ts'

type Waiting = { party: LinkParty; line1: string; words: string }

/** Lines of one message. */
const most = 20

/** To the progressor of sales, or branch admins, at most once an hour: new proposals. */
export const proposalsWaitingEmail = (
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
  { companyId, proposals, publicUrl }: { companyId: string; proposals: readonly Waiting[]; publicUrl: string },
): Message => {
  const more = proposals.length - most
  const lines = proposals.slice(0, most).map(({ party, line1, words }) => `- ${line1}: ${linkPartyLabels[party]}, ${words}`)
  return {
    to: [email],
    companyId,
    subject: proposals.length === 1 ? '1 proposal to decide' : `${proposals.length} proposals to decide`,
    text: `Hello ${salutationOf(firstName, lastName)},

these came from the parties of your sales. Nothing changes until you accept:

${lines.join('\n')}${more > 0 ? `\nand ${more} more` : ''}

${publicUrl}/branch/proposals`,
  }
}
