import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import type { FastifyInstance } from 'fastify'
import { queueMail } from '../../emails/outbox.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { type CallContext, registerPreparedRoute } from '../../http/route/register-route.ts'
import { readCurrentUser } from '../sign-in/sign-in.repository.ts'

export function supportRoutes(app: FastifyInstance): void {
  const countRequest = ({ caller, now }: CallContext<typeof requestSupport>) =>
    enforceRateLimit(app.gya.database.pool, [{ key: `support:${caller.userId}`, max: 20, minutes: 60 }], now)

  registerPreparedRoute(app, requestSupport, countRequest, async (context) => {
    const { body, caller, db } = context
    const me = await readCurrentUser(db, caller.userId)
    await queueMail(context, {
      to: [app.gya.config.supportEmail],
      replyTo: me.email,
      companyId: caller.companyId,
      subject: 'Support request',
      text: `${me.fullName} (${userTypeLabels[me.type]}${me.company ? `, ${me.company.name}` : ''}) writes:\n\n${body.message}`,
    })
    return { success: true as const }
  })
}
