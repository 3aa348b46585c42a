import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { domainsNotAllowed } from '@gya/domain/features/companies/companies.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordSecurityEvent } from '../access/security-events.ts'
import { addressesAtPath } from './email-limit.ts'

/** Restricts the recipients of e-mailed reports and documents to the domains that the company allows. Throws RECIPIENT_NOT_ALLOWED. */
export async function requireAllowedRecipients(app: FastifyInstance, call: Endpoint, request: FastifyRequest): Promise<void> {
  if (!call.sendsDocuments || !call.emailRecipients || !request.caller) return
  const { database, clock } = app.gya
  const { companyId } = request.params as { companyId: string }
  const { recipient_domains: allowed } = await database.db
    .selectFrom('company')
    .select('recipient_domains')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const input = { body: request.body, query: request.query }
  const refused = call.emailRecipients.flatMap((path) => {
    const domains = domainsNotAllowed(allowed, addressesAtPath(path, input))
    return domains.length === 0 ? [] : [{ path: path.replace(/^\w+\./, ''), domains }]
  })
  if (refused.length === 0) return
  const recording = { db: database.db, now: clock.now(), newId: () => clock.newId(), request }
  const domains = [...new Set(refused.flatMap((one) => one.domains))].join(', ')
  await recordSecurityEvent(recording, { kind: 'recipient-refused', data: { call: request.routeOptions.url, domains } })
  throw new DomainError('RECIPIENT_NOT_ALLOWED', {
    issues: refused.map((one) => ({
      path: one.path,
      message: `${errors.RECIPIENT_NOT_ALLOWED[1]} ${notAmong(one.domains)}: ${allowed.join(', ')}.`,
    })),
  })
}

/** Example: "a.example and b.example are not among them". */
const notAmong = (domains: readonly string[]): string =>
  domains.length === 1
    ? `${domains[0]} is not one of them`
    : `${domains.slice(0, -1).join(', ')} and ${domains.at(-1)} are not among them`
