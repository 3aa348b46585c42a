import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PictureSize } from '@gya/domain/features/pictures/picture-sizes.ts'
import {
  deleteBranchPhoto,
  deleteCompanyPhoto,
  deleteOwnPhoto,
  deletePropertyPhoto,
  readAvatar,
  readBranchPhoto,
  readCompanyPhoto,
  readPropertyImage,
} from '@gya/domain/features/pictures/pictures.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Download, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import { pictureContentType } from '../../infra/files/resize-picture.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import {
  findAvatar,
  findAvatarInScope,
  findBranchPicture,
  findCompanyPicture,
  findPropertyPicture,
  setAvatar,
  setBranchPicture,
  setCompanyPicture,
  setPropertyPicture,
} from './pictures.repository.ts'

const success = { success: true as const }
const secondsPerWeek = 604_800

export function picturesRoutes(app: FastifyInstance): void {
  const { files } = app.gya

  /** A URL with the picture's id is immutable: browsers cache it for a week. */
  const pictureOf = (
    id: string | null | undefined,
    query: { v?: string | undefined; size?: PictureSize | undefined },
  ): Download => {
    if (!id) throw new DomainError('NOT_FOUND')
    const { v, size = 'full' } = query
    const key = fileKey(id, size)
    return {
      etag: `${id}-${size}`,
      contentType: pictureContentType,
      maxAge: v === id ? secondsPerWeek : 0,
      size: () => files.size(key),
      content: () => files.read(key),
      audit: null,
    }
  }

  registerDownload(app, readCompanyPhoto, async ({ params, query, db }) =>
    pictureOf((await findCompanyPicture(db, params.companyId).executeTakeFirst())?.logo, query),
  )
  registerDownload(app, readBranchPhoto, async ({ params, query, db }) =>
    pictureOf((await findBranchPicture(db, params.companyId, params.branchId).executeTakeFirst())?.logo, query),
  )
  registerDownload(app, readPropertyImage, async ({ params, query, db }) =>
    pictureOf((await findPropertyPicture(db, params.companyId, params.propertyId).executeTakeFirst())?.logo, query),
  )
  registerDownload(app, readAvatar, async ({ params, query, caller, db }) =>
    pictureOf((await findAvatarInScope(db, caller, params.id).executeTakeFirst())?.avatar, query),
  )

  registerRoute(app, deleteCompanyPhoto, async ({ params: { companyId }, caller, db, now, newId, discardFile }) => {
    const { logo } = await findCompanyPicture(db, companyId).forNoKeyUpdate().executeTakeFirstOrThrow()
    if (logo === null) return success
    await setCompanyPicture(db, companyId, null)
    await discardFile(logo, 'picture')
    const changes = [{ field: 'logo', from: logo, to: null }]
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'company-edited', data: { changes } },
    ])
    return success
  })

  registerRoute(app, deleteBranchPhoto, async ({ params: { companyId, branchId }, caller, db, now, newId, discardFile }) => {
    const { logo } = await findBranchPicture(db, companyId, branchId).forNoKeyUpdate().executeTakeFirstOrThrow()
    if (logo === null) return success
    await setBranchPicture(db, companyId, branchId, null)
    await discardFile(logo, 'picture')
    const changes = [{ field: 'logo', from: logo, to: null }]
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'branch-edited', data: { branchId, changes } },
    ])
    return success
  })

  registerRoute(app, deleteOwnPhoto, async ({ caller: { userId }, db, discardFile }) => {
    const { avatar } = await findAvatar(db, userId).forNoKeyUpdate().executeTakeFirstOrThrow()
    await setAvatar(db, userId, null)
    await discardFile(avatar, 'picture')
    return success
  })

  const removePropertyPhoto = changeProperty<typeof deletePropertyPhoto>(async ({ db, discardFile }, { detail }, ids) => {
    if (detail.logo === null) return []
    await setPropertyPicture(db, ids.companyId, ids.propertyId, null)
    await discardFile(detail.logo, 'picture')
    return [{ kind: 'photo-removed' }]
  })
  registerRoute(app, deletePropertyPhoto, async (context) => {
    await removePropertyPhoto(context)
    return success
  })
}
