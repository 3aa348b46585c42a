import type { Message } from './outbox.ts'

type JoinRequest = { companyId: string; member: { first_name: string; last_name: string }; branch: string; publicUrl: string }

/** To the administrators of a company: a member is waiting for approval to join a branch. */
export const joinRequestEmail = (administrators: string[], { companyId, member, branch, publicUrl }: JoinRequest): Message => ({
  to: administrators,
  companyId,
  subject: `A colleague is to join ${branch}`,
  text: `${member.first_name} ${member.last_name} is to be added to ${branch}. An administrator of your company confirms it here:

${publicUrl}/company/users`,
})
