import { z } from 'zod'
import { branchParams, companyParams } from '../../common/scope-params.ts'
import { Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Branch } from '../branches/branches.contract.ts'
import { Company } from '../companies/companies.contract.ts'
import { TemplateStep } from './timeline.schemas.ts'

const Template = z.strictObject({
  timeline: z.array(TemplateStep).max(60, 'Too many steps.'),
  version: Version.optional(),
})

export const saveCompanyTimeline = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/timeline',
  permission: 'template.edit',
  summary: 'Replace the company’s timeline template; branches created later copy it, existing ones are unchanged.',
  params: companyParams,
  body: Template,
  response: Company,
})

export const saveBranchTimeline = endpoint({
  method: 'PATCH',
  path: '/branch/:companyId/:branchId/timeline',
  permission: 'template.edit',
  summary: 'Replace the branch’s timeline template; properties created later copy it, existing ones are unchanged.',
  params: branchParams,
  body: Template,
  response: Branch,
})
