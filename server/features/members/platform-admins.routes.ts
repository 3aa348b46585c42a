import { pageRequest } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  createPlatformAdministrator,
  deletePlatformAdministrator,
  listPlatformAdministrators,
  updatePlatformAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { whyNotDeleteMember } from '@gya/domain/features/members/members.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { setAvatar } from '../pictures/pictures.repository.ts'
import { deleteAccount } from '../users/delete-account.ts'
import { guessableWordsOfPerson } from '../users/guessable-words.ts'
import { changeMember } from './change-member.ts'
import { createStaffAccount, prepareNewPassword } from './create-staff-account.ts'
import { lockAdministrators, lockMember, unrestrictedScope } from './members.repository.ts'
import { listMembers, readMember } from './members.response.ts'

/** The administrators of the platform, who belong to no company. */
export function platformAdminsRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listPlatformAdministrators, ({ query, db }) =>
    listMembers(db, {
      companyId: null,
      scope: unrestrictedScope,
      page: pageRequest(query),
      textSearch: query.textSearch,
      ids: query.idsIn?.split(','),
    }),
  )

  registerPreparedRoute(
    app,
    createPlatformAdministrator,
    ({ body }) =>
      prepareNewPassword(app.gya.config, {
        password: body.password,
        path: 'password',
        guessableWords: guessableWordsOfPerson(body),
      }),
    async (context) => {
      const userId = await createStaffAccount({ ...context, publicUrl }, { ...context.body, companyId: null }, context.prepared)
      if (context.file) await setAvatar(context.db, userId, context.file.id)
      return readMember(context.db, null, userId, unrestrictedScope)
    },
  )

  registerRoute(app, updatePlatformAdministrator, async (context) => {
    const { userId } = context.params
    await changeMember({ ...context, publicUrl }, { companyId: null, userId }, context.body)
    return readMember(context.db, null, userId, unrestrictedScope)
  })

  registerRoute(app, deletePlatformAdministrator, async (context) => {
    const { params, caller, db } = context
    const { userId } = params
    const administrators = await lockAdministrators(db, null)
    const administrator = await lockMember(db, null, userId)
    if (!administrator) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotDeleteMember(caller.userId, userId, administrators))
    await deleteAccount(context, administrator)
    return { success: true as const }
  })
}
