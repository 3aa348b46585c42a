import { z } from 'zod'
import { checkConfirmation, newPersonFields, personUpdateFields } from '../../common/person.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Member, StaffType } from '../members/members.contract.ts'

/** Roles of people and the branches they reach. [trust §7](docs/design/trust.md#7). */

const reachFields = {
  /** The person's own branches; branches that are not listed are left. */
  branchIds: z.array(Id).max(1000, 'Use at most 1,000 branches.').optional(),
  /** The person's areas; areas that are not listed are left. */
  areaIds: z.array(Id).max(50, 'Use at most 50 areas.').optional(),
  /** Every branch, also future ones. */
  allBranches: z.boolean('Say yes or no.').optional(),
}

type ReachFields = { branchIds?: string[] | undefined; areaIds?: string[] | undefined; allBranches?: boolean | undefined }

/**
 * "A company admin automatically becomes an administrator of every branch of that company."
 * [administration §1](docs/design/administration.md#1).
 */
function checkReach(
  { type, branchIds, areaIds, allBranches }: ReachFields & { type?: string | undefined },
  context: z.RefinementCtx,
) {
  if (type !== 'COMPANY_ADMIN') return
  const given = {
    branchIds: (branchIds ?? []).length > 0,
    areaIds: (areaIds ?? []).length > 0,
    allBranches: allBranches === true,
  }
  for (const [path, isGiven] of Object.entries(given))
    if (isGiven) context.addIssue({ code: 'custom', path: [path], message: 'A company admin belongs to every branch.' })
}

export const createMember = endpoint({
  method: 'POST',
  path: '/company/member/:companyId',
  permission: 'role.assign',
  summary: 'Create a user of a company with a role and the branches they reach: by name, by area, or all.',
  params: companyParams,
  body: z
    .strictObject({ ...newPersonFields, type: StaffType, ...reachFields })
    .superRefine(checkConfirmation)
    .superRefine(checkReach),
  emailRecipients: ['body.email'],
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'created a user',
  refusedInSupportAccess: true,
  response: Member,
})

export const assignRole = endpoint({
  method: 'PATCH',
  path: '/company/member/:companyId/:userId',
  permission: 'role.assign',
  summary:
    'Change the role of a user, the branches they reach and their details; what is left out stays. It applies from their next call. Nobody changes their own role, and the last company admin stays.',
  params: companyParams.extend({ userId: Id }),
  body: z
    .strictObject({ ...personUpdateFields, type: StaffType.optional(), ...reachFields, version: Version.optional() })
    .superRefine(checkReach),
  emailRecipients: ['body.email'],
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed the role or branches of a user',
  refusedInSupportAccess: true,
  response: Member,
})
