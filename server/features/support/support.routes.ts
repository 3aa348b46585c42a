import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '../../emails/outbox.ts'
import { supportRequestEmail } from '../../emails/support-request.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { readCurrentUser } from '../users/current-user.read-model.ts'

export function supportRoutes(app: FastifyInstance): void {
  registerRoute(app, requestSupport, async (context) => {
    const { body, caller, db } = context
    const me = await readCurrentUser(db, caller, app.gya.config)
    await queueMail(
      context,
      supportRequestEmail(app.gya.config.supportEmail, me, { companyId: caller.companyId, message: body.message }),
    )
    return { success: true as const }
  })
}
