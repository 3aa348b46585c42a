import { findRepeatedMember } from '@gya/domain/common/repeated-member.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance } from 'fastify'

/** Headers with one value. Node.js keeps the first or joins them; a proxy before it may have used another one. */
const singleHeaders = new Set(
  'host authorization content-type content-length transfer-encoding origin idempotency-key x-client'.split(' '),
)

const refusal = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/**
 * Refuses what two readers can understand differently: a header that is repeated although it has one value, and a JSON body with a repeated
 * member. Query parameters and parts of forms that are repeated are refused by the contract and by `readFormBody`.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const seen = new Set<string>()
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]?.toLowerCase() ?? ''
      if (!singleHeaders.has(name)) continue
      if (seen.has(name)) throw refusal(name, 'This header occurs twice.')
      seen.add(name)
    }
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) =>
    parse(request, text, (error, body) => {
      const repeated = error ? null : findRepeatedMember(text)
      if (repeated === null) return done(error, body)
      done(refusal(repeated, 'This field occurs twice.'))
    }),
  )
}
