import { z } from 'zod'
import { companyRoles, userTypes } from '../../access/permissions.ts'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { checkConfirmation, newPersonFields, personUpdateFields } from '../../common/person.ts'
import { companyParams } from '../../common/scope-params.ts'
import { imageFile } from '../../common/uploads.ts'
import { Id, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { MailState } from '../mail/mail.model.ts'

/** The people of a company (administrators and members of branches) and the platform's administrators. */

export const StaffType = z.enum(companyRoles, 'Choose a type.')

export const Member = z
  .object({
    _id: Id,
    firstName: z.string(),
    lastName: z.string(),
    fullName: z.string(),
    email: z.string(),
    tel: z.string(),
    type: z.enum(userTypes),
    lastLogin: Timestamp.nullable(),
    activated: z.boolean(),
    /** Token for `POST auth/verifyemail/resend`; null if the address is confirmed and no new one is pending. */
    accountActivationToken: Id.nullable(),
    /** New address awaiting confirmation; `email` stays in force until then. */
    pendingEmail: z.string().nullable(),
    avatar: Id.nullable(),
    /** Branches the member belongs to by themselves, that the caller may see. Empty for company admins, who belong to all. */
    branches: z.array(z.object({ _id: Id, name: z.string() })),
    /** Areas of the member, with those of their branches that the caller may see. */
    areas: z.array(z.object({ _id: Id, name: z.string(), branchIds: z.array(Id) })),
    /** Reaches every branch of the company, also future ones. */
    allBranches: z.boolean(),
    deactivatedOn: Timestamp.nullable(),
    /** Last invitation and the state of its e-mail; null once the user has chosen a password. */
    invitation: z.object({ sentOn: Timestamp, state: MailState }).nullable(),
    version: Version,
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>

/** `current`: active or invited. */
export const memberStatuses = ['active', 'invited', 'current', 'deactivated', 'without-branch'] as const

const memberChange = { ...personUpdateFields, type: StaffType.optional(), version: Version.optional() }

/** Replaces the user's branches: branches not listed are left. */
const branchIds = z.array(Id).max(200, 'Use at most 200 branches.').optional()

/**
 * "A company admin automatically becomes an administrator of every branch of that company."
 * [administration §1](docs/design/administration.md#1).
 */
function checkBranches(
  { type, branchIds: chosen }: { type?: string | undefined; branchIds?: readonly string[] | undefined },
  context: z.RefinementCtx,
): void {
  if (type === 'COMPANY_ADMIN' && chosen !== undefined && chosen.length > 0)
    context.addIssue({ code: 'custom', path: ['branchIds'], message: 'A company admin belongs to every branch.' })
}

const Ids = z
  .string()
  .max(4000, 'Use at most 100 ids.')
  .regex(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/i,
    'Use ids with commas between them.',
  )

/** A member as part of a company or branch. */
export const MemberSummary = Member.pick({
  _id: true,
  firstName: true,
  lastName: true,
  fullName: true,
  email: true,
  tel: true,
  type: true,
})

export const listCompanyMembers = endpoint({
  method: 'GET',
  path: '/company/members/:companyId',
  permission: 'member.view',
  summary:
    'The people of a company by name. Branch roles see the company’s administrators and the members of their own branches; a branch admin also sees people of no branch and, when searching with three or more characters, colleagues outside their branches with name and e-mail only.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    textSearch: TextSearch,
    type: StaffType.optional(),
    status: z.enum(memberStatuses, 'There is no such status.').optional(),
    branchId: Id.optional(),
    excludeUsersFromBranches: Ids.optional(),
    idsIn: Ids.optional(),
  }),
  response: pagedListOf(Member),
})

export const createCompanyAdministrator = endpoint({
  method: 'POST',
  path: '/company/companyadmin/:companyId',
  permission: 'company-admin.edit',
  summary: 'Create a user of a company: an administrator or a member of branches.',
  params: companyParams,
  body: z
    .strictObject({ ...newPersonFields, type: StaffType.default('COMPANY_ADMIN'), branchIds })
    .superRefine(checkConfirmation)
    .superRefine(checkBranches),
  emailRecipients: ['body.email'],
  response: Member,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'created a user',
  refusedInSupportAccess: true,
})

export const updateCompanyAdministrator = endpoint({
  method: 'PATCH',
  path: '/company/companyadmin/:companyId/:userId',
  permission: 'company-admin.edit',
  summary:
    'Change a user of a company and their branches. The last administrator cannot be demoted; a changed e-mail address must be confirmed.',
  params: companyParams.extend({ userId: Id }),
  body: z.strictObject({ ...memberChange, branchIds }).superRefine(checkBranches),
  emailRecipients: ['body.email'],
  response: Member,
})

/** Keys and webhooks belong to the company: when their maker leaves they end, or are handed over to the administrator who calls. */
export const connections = z.enum(['end', 'hand-over'], 'Say end or hand-over.').default('end')

export const deleteCompanyMember = endpoint({
  method: 'DELETE',
  path: '/company/member/:companyId/:userId',
  permission: 'company-admin.edit',
  summary:
    'Remove a user from the company: the account, its sessions and calendar feeds end at once. The keys and webhooks that they made end, or are handed over to the caller. A platform admin can restore the account for 30 days.',
  params: companyParams.extend({ userId: Id }),
  query: z.strictObject({ connections }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted a user',
})

const branchMemberParams = z.strictObject({ branchId: Id })

export const listBranchMembers = endpoint({
  method: 'GET',
  path: '/branch/members/:branchId',
  permission: 'member.view',
  summary: 'The members of a branch by name, including the company’s administrators.',
  params: branchMemberParams,
  query: z.strictObject({ ...pagingQuery(), textSearch: TextSearch }),
  response: pagedListOf(Member),
})

const inWords = { firstName: 'Enter the first name.', lastName: 'Enter the last name.', email: 'Enter an e-mail address.' }

/** `_id`: an existing user of the company, unchanged. Otherwise the details of a new user. */
export const ExistingOrNewMember = z
  .strictObject({
    _id: Id.optional(),
    ...personUpdateFields,
    tel: newPersonFields.tel.unwrap().optional(),
    password: newPersonFields.password,
    confirmPassword: newPersonFields.confirmPassword,
    type: StaffType.optional(),
  })
  .superRefine(checkConfirmation)
  .superRefine(({ _id, ...card }, context) => {
    if (_id === undefined)
      for (const [field, message] of Object.entries(inWords))
        if (card[field as keyof typeof inWords] === undefined) context.addIssue({ code: 'custom', path: [field], message })
    if (_id !== undefined)
      for (const [field, value] of Object.entries(card))
        if (value !== undefined)
          context.addIssue({ code: 'custom', path: [field], message: 'An existing user keeps what they have.' })
  })
export type ExistingOrNewMember = z.output<typeof ExistingOrNewMember>

export const addBranchMember = endpoint({
  method: 'POST',
  path: '/branch/members/:branchId',
  permission: 'member.add',
  summary:
    'Add a member to a branch: a new user (BRANCH_STAFF unless a type is given), or an existing user of the company by _id, unchanged. If the company requires it, an administrator must approve before a branch admin adds a colleague of another branch.',
  params: branchMemberParams,
  body: ExistingOrNewMember,
  emailRecipients: ['body.email'],
  /** `awaitsApproval`: an administrator has to approve first. */
  response: Member.extend({ awaitsApproval: z.boolean() }),
  refusedInSupportAccess: true,
})

export const updateBranchMember = endpoint({
  method: 'PATCH',
  path: '/branch/members/:branchId/:userId',
  permission: 'member.manage',
  summary: 'Change a member of a branch. A former company admin stays a member of this branch.',
  params: branchMemberParams.extend({ userId: Id }),
  body: z.strictObject(memberChange),
  emailRecipients: ['body.email'],
  response: Member,
})

export const removeBranchMember = endpoint({
  method: 'DELETE',
  path: '/branch/members/:branchId/:userId',
  permission: 'member.manage',
  summary: 'Remove a member from a branch: access to it and its properties ends at once. The account stays.',
  params: branchMemberParams.extend({ userId: Id }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'removed a user from a branch',
})

export const listPlatformAdministrators = endpoint({
  method: 'GET',
  path: '/user/gyaadmin',
  permission: 'platform-admin.edit',
  summary: 'The platform’s administrators by name.',
  query: z.strictObject({ ...pagingQuery(), textSearch: TextSearch, idsIn: Ids.optional() }),
  response: pagedListOf(Member),
})

export const createPlatformAdministrator = endpoint({
  method: 'POST',
  path: '/user',
  permission: 'platform-admin.edit',
  summary: 'Create a platform administrator.',
  body: z
    .strictObject({
      ...newPersonFields,
      type: z.literal('GYA_ADMIN', 'This creates platform administrators.').default('GYA_ADMIN'),
    })
    .superRefine(checkConfirmation),
  form: true,
  file: imageFile,
  emailRecipients: ['body.email'],
  response: Member,
  requiresConfirmedIdentity: true,
})

export const updatePlatformAdministrator = endpoint({
  method: 'PATCH',
  path: '/user/gyaadmin/:userId',
  permission: 'platform-admin.edit',
  summary: 'Change a platform administrator.',
  params: z.strictObject({ userId: Id }),
  body: z.strictObject({ ...personUpdateFields, version: Version.optional() }),
  emailRecipients: ['body.email'],
  response: Member,
})

export const deletePlatformAdministrator = endpoint({
  method: 'DELETE',
  path: '/user/gyaadmin/:userId',
  permission: 'platform-admin.edit',
  summary: 'Remove a platform administrator: the account and its sessions end at once. The last one cannot be removed.',
  params: z.strictObject({ userId: Id }),
  response: Success,
  requiresConfirmedIdentity: true,
})
