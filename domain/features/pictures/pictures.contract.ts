import { z } from 'zod'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { type PictureSize, pictureSizes } from './picture-sizes.ts'

/**
 * Pictures of companies, branches, people and properties: read and deleted here, uploaded with the entity. A `logo` or
 * `avatar` in a response is the picture's id and changes with every new picture; passed as `v` it makes the URL
 * cacheable.
 */

const pictureQuery = z.strictObject({
  v: Id.optional(),
  size: z.enum(Object.keys(pictureSizes) as [PictureSize, ...PictureSize[]], 'Choose a size.').optional(),
})

export const readCompanyPhoto = endpoint({
  method: 'GET',
  path: '/company/photo/:companyId',
  permission: 'picture.view',
  summary: 'The logo of a company.',
  params: companyParams,
  withoutSupportAccess: true,
  query: pictureQuery,
  responseTypes: ['image/webp'],
  response: FileResponse,
})

export const deleteCompanyPhoto = endpoint({
  method: 'DELETE',
  path: '/company/photo/:companyId',
  permission: 'company.edit',
  summary: 'Delete the logo of a company.',
  params: companyParams,
  response: Success,
})

export const readBranchPhoto = endpoint({
  method: 'GET',
  path: '/branch/photo/:companyId/:branchId',
  permission: 'picture.view',
  summary: 'The image of a branch.',
  params: branchParams,
  query: pictureQuery,
  responseTypes: ['image/webp'],
  response: FileResponse,
})

export const deleteBranchPhoto = endpoint({
  method: 'DELETE',
  path: '/branch/photo/:companyId/:branchId',
  permission: 'branch.edit',
  summary: 'Delete the image of a branch.',
  params: branchParams,
  response: Success,
})

export const readAvatar = endpoint({
  method: 'GET',
  path: '/user/avatar/:id',
  permission: 'picture.view',
  summary:
    'The photo of a person: the caller, users of the same company, for a branch role the owners of its properties, for a vendor the agents of their sales.',
  params: z.strictObject({ id: Id }),
  query: pictureQuery,
  responseTypes: ['image/webp'],
  response: FileResponse,
})

export const deleteOwnPhoto = endpoint({
  method: 'DELETE',
  path: '/user/photo',
  permission: 'account.use',
  summary: 'Delete the own photo.',
  response: Success,
})

export const readPropertyImage = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/image',
  permission: 'picture.view',
  summary: 'The photo of a property.',
  params: propertyParams,
  query: pictureQuery,
  responseTypes: ['image/webp'],
  response: FileResponse,
})

export const deletePropertyPhoto = endpoint({
  method: 'DELETE',
  path: '/property/photo/:companyId/:branchId/:propertyId',
  permission: 'property.edit',
  summary: 'Delete the photo of a property.',
  params: propertyParams,
  response: Success,
})
