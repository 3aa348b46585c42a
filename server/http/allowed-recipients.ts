import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError, errors } from '@gya/domain/errors.ts'
import { domainsNotAllowed } from '@gya/domain/features/companies/allowed-recipients.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressesAt } from './email-limit.ts'
import { recordSecurityEvent } from './security-events.ts'

/**
 * Holds a call that e-mails a report or a document to the domains that its company allows. Throws RECIPIENT_NOT_ALLOWED,
 * naming the field; nothing of the call is done then.
 */
export async function holdToAllowedDomains(app: FastifyInstance, call: Endpoint, request: FastifyRequest): Promise<void> {
  if (!call.sendsDocuments || !call.writesTo || !request.caller) return
  const { database, clock } = app.gya
  const { companyId } = request.params as { companyId: string }
  const { recipient_domains: allowed } = await database.db
    .selectFrom('company')
    .select('recipient_domains')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const given = { body: request.body, query: request.query }
  const refused = call.writesTo.flatMap((path) =>
    domainsNotAllowed(allowed, addressesAt(path, given)).map((domain) => ({ path: path.replace(/^\w+\./, ''), domain })),
  )
  if (refused.length === 0) return
  const recording = { db: database.db, now: clock.now(), newId: () => clock.newId(), request }
  const domains = [...new Set(refused.map(({ domain }) => domain))].join(', ')
  await recordSecurityEvent(recording, { kind: 'recipient-refused', data: { call: request.routeOptions.url, domains } })
  throw new DomainError('RECIPIENT_NOT_ALLOWED', {
    issues: refused.map(({ path, domain }) => ({
      path,
      message: `${errors.RECIPIENT_NOT_ALLOWED[1]} ${domain} is not one of them: ${allowed.join(', ')}.`,
    })),
  })
}
