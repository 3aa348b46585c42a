import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, requiredLine, Success, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/** Areas: groups of branches under one manager. [trust §7](docs/design/trust.md#7). */

export const maxAreas = 50
const maxBranches = 1000

export const Area = z.object({
  _id: Id,
  name: z.string(),
  /** Areas that the caller reaches. */
  branches: z.array(z.object({ _id: Id, name: z.string() })),
  /** People who reach the branches by this area. */
  managers: z.array(z.object({ _id: Id, fullName: z.string() })),
  version: Version,
})
export type Area = z.output<typeof Area>

const name = requiredLine(80, 'the name of the area')
const branchIds = z.array(Id).max(maxBranches, `Use at most ${maxBranches} branches.`)
const areaParams = companyParams.extend({ areaId: Id })

export const listAreas = endpoint({
  method: 'GET',
  path: '/company/:companyId/area',
  permission: 'branch.view',
  summary: 'The areas of a company by name, with their branches in the caller’s reach; areas without such a branch are left out.',
  params: companyParams,
  response: z.object({ data: z.array(Area) }),
})

export const createArea = endpoint({
  method: 'POST',
  path: '/company/:companyId/area',
  permission: 'area.edit',
  summary: 'Create an area. Its branches leave the areas they were in.',
  params: companyParams,
  body: z.strictObject({ name, branchIds: branchIds.default([]) }),
  response: Area,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'created an area',
  refusedInSupportAccess: true,
})

export const updateArea = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/area/:areaId',
  permission: 'area.edit',
  summary:
    'Change an area. `branchIds` replaces its branches: those not listed belong to no area, those listed leave the areas they were in. Reach follows at the next call.',
  params: areaParams,
  body: z.strictObject({ name: name.optional(), branchIds: branchIds.optional(), version: Version.optional() }),
  response: Area,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed an area',
  refusedInSupportAccess: true,
})

export const deleteArea = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/area/:areaId',
  permission: 'area.edit',
  summary: 'Delete an area. Its branches stay and belong to no area; its managers lose that reach at once.',
  params: areaParams,
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted an area',
})
