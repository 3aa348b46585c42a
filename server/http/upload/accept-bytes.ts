import type { Readable } from 'node:stream'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Accepts application/octet-stream in calls whose contract has `bytes`; the body is then a Buffer. */
export function acceptBytes(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', async (request: FastifyRequest, payload: Readable) => {
    const rule = request.routeOptions.config.call?.bytes
    if (!rule) throw new DomainError('MEDIA_TYPE_NOT_ALLOWED')
    if (Number(request.headers['content-length']) > rule.max) throw new DomainError('BODY_TOO_LARGE')
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > rule.max) throw new DomainError('BODY_TOO_LARGE')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  })
}
