import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { saveManagementInfo } from '../properties/write/save-management-info.ts'

export function managementInfoRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    updateManagementInfo,
    changeProperty(async ({ body, db }, { detail }, ids) => {
      const { version: _version, ...change } = body
      return saveManagementInfo({ db }, ids, detail, change)
    }),
  )
}
