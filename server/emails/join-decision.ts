import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { Message } from './outbox.ts'

type JoinDecision = { companyId: string; member: string; branch: string; approved: boolean }

/** To the person who requested that a member join a branch: an administrator approved or declined it. */
export const joinDecisionEmail = (
  requester: { email: string; firstName: string },
  { companyId, member, branch, approved }: JoinDecision,
): Message => ({
  to: [requester.email],
  companyId,
  subject: `${approved ? 'Added to' : 'Not added to'} ${branch}: ${member}`,
  text: `Hello ${nameInMail(requester.firstName)},

you asked to add ${member} to ${branch}. An administrator of your company has ${
    approved ? 'confirmed it: they work there from now on.' : 'declined it.'
  }`,
})
