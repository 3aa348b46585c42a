import { z } from 'zod'
import { Address } from '../../common/address.ts'
import { maxPartRows, pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { branchParams, companyParams } from '../../common/scope-params.ts'
import { imageFile } from '../../common/uploads.ts'
import { Email, firmName, Id, paragraph, Tel, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { assignRules } from '../assignment/choose-progressor.ts'
import { branchesAnswer } from '../assistants/answers.ts'
import { DeductionPercent } from '../management-info/fee-percent.ts'
import { ExistingOrNewMember, MemberSummary } from '../members/members.contract.ts'
import { TemplateStep } from '../timeline/timeline.schemas.ts'

const branchFields = {
  name: firmName(120, 'the name of the branch'),
  tel: Tel,
  email: Email.or(z.literal('')),
  displayText: paragraph(1750),
  address: Address,
  useBranchDeduction: z.boolean('Say yes or no.'),
  feeDeduction: DeductionPercent.nullable(),
}

export const Branch = z
  .object({
    _id: Id,
    company: Id,
    ...branchFields,
    logo: Id.nullable(),
    timelineTemplate: z.array(TemplateStep),
    /** Who runs new sales; nobody in `assignAmong`: everybody who works in the branch. */
    assignRule: z.enum(assignRules),
    assignAmong: z.array(Id),
    /** The first by name; GET branch/members has all. */
    members: z.array(MemberSummary),
    /** The newest; GET property/list has all. */
    properties: z.array(z.object({ _id: Id, address: Address })),
    version: Version,
    createdon: Timestamp,
  })
  .meta({ id: 'Branch' })
export type Branch = z.output<typeof Branch>

export const BranchListRow = z.object({
  _id: Id,
  name: z.string(),
  tel: z.string(),
  address: Address,
  propertyCount: z.int(),
  area: z.object({ _id: Id, name: z.string() }).nullable(),
})

export const readBranch = endpoint({
  method: 'GET',
  path: '/branch/:companyId/:branchId',
  permission: 'branch.view',
  summary: `One branch with its timeline template, its first ${maxPartRows} members and its newest ${maxPartRows} properties.`,
  params: branchParams,
  response: Branch,
})

export const listBranches = endpoint({
  method: 'GET',
  path: '/branch/list/:companyId',
  permission: 'branch.view',
  summary: 'The branches of a company in the caller’s scope, by name.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(1000), textSearch: TextSearch }),
  response: pagedListOf(BranchListRow).extend({ licences: z.object({ available: z.int(), used: z.int() }) }),
  assistant: {
    tool: 'list_branches',
    scope: 'property:read',
    title: 'Branches',
    description: 'The branches that you may see, with their ids.',
    answer: branchesAnswer,
  },
})

const newBranchFields = {
  ...branchFields,
  tel: branchFields.tel.default(''),
  email: branchFields.email.default(''),
  displayText: branchFields.displayText.default(''),
  useBranchDeduction: branchFields.useBranchDeduction.default(false),
  feeDeduction: branchFields.feeDeduction.default(null),
}

export const createBranch = endpoint({
  method: 'POST',
  path: '/branch/:companyId',
  permission: 'branch.create',
  summary:
    'Create a branch, optionally with an administrator, if the company has a licence left; it copies the company’s timeline template.',
  params: companyParams,
  body: z.strictObject({ ...newBranchFields, administrator: ExistingOrNewMember.optional() }),
  form: true,
  file: imageFile,
  emailRecipients: ['body.administrator.email'],
  response: Branch,
})

export const updateBranch = endpoint({
  method: 'PUT',
  path: '/branch/:companyId',
  permission: 'branch.edit',
  summary: 'Change a branch, and optionally add an administrator.',
  params: companyParams,
  body: z.strictObject({
    _id: Id,
    ...z.strictObject(branchFields).partial().shape,
    administrator: ExistingOrNewMember.optional(),
    version: Version.optional(),
  }),
  scopeInBody: { branchId: '_id' },
  form: true,
  file: imageFile,
  emailRecipients: ['body.administrator.email'],
  response: Branch,
})
