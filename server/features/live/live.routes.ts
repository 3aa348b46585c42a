import { watchChanges } from '@gya/domain/features/live/live.contract.ts'
import type { FastifyInstance } from 'fastify'
import { registerStream } from '../../http/route/register-route.ts'
import { changeStreams } from './change-streams.ts'

/** Live changes. The streams are closed before the server waits for running calls; browsers reconnect to another process. */
export function liveRoutes(app: FastifyInstance): void {
  const streams = changeStreams({ ...app.gya, log: app.log })
  app.gracefulShutdown.signal.addEventListener('abort', () => void streams.close())
  app.addHook('preClose', () => streams.close())
  registerStream(app, watchChanges, ({ caller, query }) => streams.open(caller, caller.companyId ?? query.companyId ?? null))
}
