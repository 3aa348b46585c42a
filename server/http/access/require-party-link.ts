import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import {
  completedLinksEndBefore,
  maxReadsAMinute,
  maxWrongTriesAnHour,
} from '@gya/domain/features/party-links/party-links.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { hashToken } from '../../infra/secrets.ts'
import { requestContext } from '../../infra/telemetry/request-context.ts'
import { enforceRateLimit, rateLimitAddress } from '../limits/rate-limit.ts'

/** The open link of a request. */
export type OpenPartyLink = {
  companyId: string
  branchId: string
  propertyId: string
  linkId: string
  party: LinkParty
  name: string
  email: string
  tellMe: boolean
  expiresOn: Instant
  lastSeenOn: Instant | null
}

/** Looks up the token only, because the company is not known yet. */
const byTokenSql = 'select company_id, id from party_link where token_hash = $1 and expires_on > $2'

const linkSql = `
  select l.company_id as "companyId", p.branch_id as "branchId", l.property_id as "propertyId", l.id as "linkId", l.party, l.name,
         l.email, l.tell_me as "tellMe", l.expires_on as "expiresOn", l.last_seen_on as "lastSeenOn"
  from party_link l
  join property p on p.company_id = l.company_id and p.id = l.property_id and p.deleted_on is null
  join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
  join company c on c.id = l.company_id and c.deleted_on is null
  where l.company_id = $1 and l.id = $2 and l.token_hash = $3 and not exists (
    select from property_step s
    where s.company_id = l.company_id and s.property_id = l.property_id and s.key = ${stepKeys.Completed} and s.state = 'C'
      and s.completed_on <= $4)`

const tokenOf = ({ headers }: FastifyRequest): string => /^Link +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** Runs both statements for unknown tokens too: "same work". */
async function findOpenLink(pool: pg.Pool, token: string, now: Instant): Promise<OpenPartyLink | undefined> {
  const hash = hashToken(token)
  const { rows: known } = await pool.query<{ company_id: string; id: string }>({
    name: 'find-party-link-by-token',
    text: byTokenSql,
    values: [hash, now],
  })
  const values = [known[0]?.company_id ?? null, known[0]?.id ?? null, hash, completedLinksEndBefore(londonDay(now))]
  const { rows } = await pool.query<OpenPartyLink>({ name: 'find-party-link', text: linkSql, values })
  return rows[0]
}

/**
 * Returns the open link of a request. "Unknown, expired, revoked, ended, deleted: one 404, same work, same words": a link that has
 * ended has no hash, so its look-up equals that of an unknown one. Throws LINK_NOT_FOUND, and TOO_MANY_REQUESTS after 30 wrong
 * attempts an hour from an IP address. `isFirst`: false when access is checked again after a slow upload.
 */
export async function requirePartyLink(
  { gya: { database, clock } }: FastifyInstance,
  request: FastifyRequest,
  isFirst: boolean,
): Promise<void> {
  const { pool } = database
  const now = clock.now()
  const link = await findOpenLink(pool, tokenOf(request), now)
  if (!link) {
    const key = `party-link-wrong:${rateLimitAddress(request.ip)}`
    await enforceRateLimit(pool, [{ key, max: maxWrongTriesAnHour, minutes: 60 }], now)
    throw new DomainError('LINK_NOT_FOUND')
  }
  if (isFirst) await enforceRateLimit(pool, [{ key: `party-link:${link.linkId}`, max: maxReadsAMinute, minutes: 1 }], now)
  request.partyLink = link
  const work = requestContext()
  if (work) work.partyLinkId = link.linkId
}

/** Returns the link of a call with `byPartyLink`. */
export function partyLinkOf({ partyLink }: FastifyRequest): OpenPartyLink {
  if (!partyLink) throw new Error('The call is not made by a party.')
  return partyLink
}
