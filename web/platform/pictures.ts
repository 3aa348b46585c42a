import type { PictureSize } from '@gya/domain/common/files.ts'
import {
  readAvatar,
  readBranchPhoto,
  readCompanyPhoto,
  readPropertyImage,
} from '@gya/domain/features/pictures/pictures.contract.ts'
import { addressOf } from './api.ts'

/** The address of a picture, which names the picture itself, so that the browser keeps it; null where there is none. */
type Address = string | null

export const companyLogo = (companyId: string, logo: string | null | undefined, size: PictureSize): Address =>
  logo ? addressOf(readCompanyPhoto, { params: { companyId }, query: { v: logo, size } }) : null

export const branchImage = (params: { companyId: string; branchId: string }, logo: string | null, size: PictureSize): Address =>
  logo ? addressOf(readBranchPhoto, { params, query: { v: logo, size } }) : null

export const avatarOf = (person: { _id: string; avatar: string | null }): Address =>
  person.avatar ? addressOf(readAvatar, { params: { id: person._id }, query: { v: person.avatar, size: 'avatar' } }) : null

export const propertyPhoto = (
  params: { companyId: string; branchId: string; propertyId: string },
  logo: string | null,
  size: PictureSize,
): Address => (logo ? addressOf(readPropertyImage, { params, query: { v: logo, size } }) : null)
