import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { addressesOutside, domainsNotAllowed } from '@gya/domain/features/companies/companies.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { recordSecurityEvent } from '../access/security-events.ts'
import { addressesAtPath } from './email-limit.ts'

/** Restricts the recipients of e-mailed reports and documents to the domains that the company allows. Throws RECIPIENT_NOT_ALLOWED. */
export async function requireAllowedRecipients(app: FastifyInstance, call: Endpoint, request: FastifyRequest): Promise<void> {
  if (!call.sendsDocuments || !call.emailRecipients || !request.caller) return
  const { database, clock } = app.gya
  const { companyId } = request.params as { companyId: string }
  const { recipient_domains: allowed, readers_mail_outside } = await database.db
    .selectFrom('company')
    .select(['recipient_domains', 'readers_mail_outside'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const input = { body: request.body, query: request.query }
  if (request.caller.type === 'READER' && !readers_mail_outside)
    await requireColleagues(database.db, companyId, call.emailRecipients, input)
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

/** "Whether a reader may mail a report to an outside address is a setting of the company, off by default." */
async function requireColleagues(
  db: Db,
  companyId: string,
  paths: NonNullable<Endpoint['emailRecipients']>,
  input: Parameters<typeof addressesAtPath>[1],
): Promise<void> {
  const named = paths.map((path) => ({ path, addresses: addressesAtPath(path, input) }))
  const addresses = named.flatMap((one) => one.addresses.map((address) => address.toLowerCase()))
  const colleagues = await db
    .selectFrom('app_user')
    .select('email')
    .where('company_id', '=', companyId)
    .where('type', '!=', 'VENDOR')
    .where('email', 'in', addresses.length > 0 ? addresses : [''])
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .execute()
  const known = colleagues.map(({ email }) => email)
  const issues = named.flatMap(({ path, addresses: at }) =>
    addressesOutside(known, at).map((address) => ({
      path: path.replace(/^\w+\./, ''),
      message: `${errors.READER_RECIPIENT[1]} ${address} belongs to no colleague.`,
    })),
  )
  if (issues.length > 0) throw new DomainError('READER_RECIPIENT', { issues })
}

/** Example: "a.example and b.example are not among them". */
const notAmong = (domains: readonly string[]): string =>
  domains.length === 1
    ? `${domains[0]} is not one of them`
    : `${domains.slice(0, -1).join(', ')} and ${domains.at(-1)} are not among them`
