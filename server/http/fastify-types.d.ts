import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { AppDependencies } from '../app.ts'
import type { Caller } from './access/caller.ts'
import type { GracefulShutdown } from './graceful-shutdown.ts'
import type { Upload } from './upload/receive-upload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    gya: AppDependencies
    draining: GracefulShutdown
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The file that came in a form, until the call is answered. */
    upload: Upload | null
    /** The security events that the call's transaction recorded, for the log once it has committed. */
    securityEvents: Record<string, unknown>[]
  }
  interface FastifyContextConfig {
    call?: Endpoint
  }
}
