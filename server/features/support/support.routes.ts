import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '../../emails/outbox.ts'
import { supportRequestEmail } from '../../emails/support-request.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { type CallContext, registerPreparedRoute } from '../../http/route/register-route.ts'
import { readCurrentUser } from '../users/current-user.read-model.ts'

export function supportRoutes(app: FastifyInstance): void {
  const countRequest = ({ caller, now }: CallContext<typeof requestSupport>) =>
    enforceRateLimit(app.gya.database.pool, [{ key: `support:${caller.userId}`, max: 20, minutes: 60 }], now)

  registerPreparedRoute(app, requestSupport, countRequest, async (context) => {
    const { body, caller, db } = context
    const me = await readCurrentUser(db, caller, app.gya.config)
    await queueMail(
      context,
      supportRequestEmail(app.gya.config.supportEmail, me, { companyId: caller.companyId, message: body.message }),
    )
    return { success: true as const }
  })
}
