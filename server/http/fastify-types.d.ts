import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { Deps } from '../app.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyInstance {
    gya: Deps
  }
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    call?: Endpoint
  }
}
