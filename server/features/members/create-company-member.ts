import { refuseIf } from '@gya/domain/error-catalogue.ts'
import type { Member } from '@gya/domain/features/members/members.contract.ts'
import { whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import type { AppDependencies } from '../../app-dependencies.ts'
import { roleOf } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { guessableWordsOfBranch, guessableWordsOfPerson } from '../users/guessable-words.ts'
import { updateAccountColumns } from '../users/users.repository.ts'
import { setBranches } from './branch-membership.ts'
import type { MemberContext } from './change-member.ts'
import { createStaffAccount, type NewPassword, type NewStaffAccount, prepareNewPassword } from './create-staff-account.ts'
import { unrestrictedScope } from './members.repository.ts'
import { readMember } from './members.response.ts'
import { setAreas } from './set-areas.ts'

type NewMember = Omit<NewStaffAccount, 'companyId'> & {
  password?: string | undefined
  branchIds?: string[] | undefined
  areaIds?: string[] | undefined
  allBranches?: boolean | undefined
}

/** The password of a new member. Call it before the transaction: hashing is slow. */
export async function passwordOfCompanyMember(
  { database, config }: Pick<AppDependencies, 'database' | 'config'>,
  companyId: string,
  member: Omit<NewMember, 'type'>,
): Promise<NewPassword> {
  const words = [...guessableWordsOfPerson(member), ...(await guessableWordsOfBranch(database.db, { companyId }))]
  return prepareNewPassword(config, { password: member.password, path: 'password', guessableWords: words })
}

/**
 * Creates a member of a company with a role and branches in reach, and records it. Throws EMAIL_TAKEN, NOT_FOUND for areas and branches of
 * other companies, and FORBIDDEN for a role above the caller's.
 */
export async function createCompanyMember(
  context: MemberContext,
  companyId: string,
  member: NewMember,
  password: NewPassword,
): Promise<Member> {
  const { caller, db, now, newId } = context
  const { type, branchIds = [], areaIds = [], allBranches = false } = member
  refuseIf(whyNotCreateType(roleOf(caller), type))
  const userId = await createStaffAccount(context, { ...member, companyId }, password)
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind: 'member-added', data: { userId, type } },
  ])
  if (allBranches) await updateAccountColumns(db, userId, { all_branches: true })
  if (areaIds.length > 0) await setAreas(db, { companyId, userId }, areaIds)
  if (allBranches || areaIds.length > 0)
    await recordSecurityEvent(context, {
      kind: 'reach-changed',
      companyId,
      aboutUserId: userId,
      data: { areas: areaIds.length, all: allBranches },
    })
  await setBranches(context, { companyId, userId }, branchIds)
  return readMember(db, companyId, userId, unrestrictedScope)
}
