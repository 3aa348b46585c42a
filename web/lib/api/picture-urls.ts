import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import type { PictureSize } from '@gya/domain/features/pictures/picture-sizes.ts'
import {
  readAvatar,
  readBranchPhoto,
  readCompanyPhoto,
  readPropertyImage,
} from '@gya/domain/features/pictures/pictures.contract.ts'
import { apiUrl } from './api-url.ts'

/** URL of a picture with its version, so that the browser can cache it; null without a picture. */
type Address = string | null

export const companyLogoUrl = (companyId: string, logo: string | null | undefined, size: PictureSize): Address =>
  logo ? apiUrl(readCompanyPhoto, { params: { companyId }, query: { v: logo, size } }) : null

export const branchImageUrl = (
  params: { companyId: string; branchId: string },
  logo: string | null,
  size: PictureSize,
): Address => (logo ? apiUrl(readBranchPhoto, { params, query: { v: logo, size } }) : null)

export const userAvatarUrl = (person: { _id: string; avatar: string | null }): Address =>
  person.avatar ? apiUrl(readAvatar, { params: { id: person._id }, query: { v: person.avatar, size: 'avatar' } }) : null

export const propertyPhotoUrl = (params: PropertyParams, logo: string | null, size: PictureSize): Address =>
  logo ? apiUrl(readPropertyImage, { params, query: { v: logo, size } }) : null
