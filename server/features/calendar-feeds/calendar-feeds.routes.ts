import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { hasPermission } from '@gya/domain/access/permissions.ts'
import { type Instant, londonDay } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { toCalendarEntry } from '@gya/domain/features/calendar-feeds/calendar-entries.ts'
import {
  endMemberFeed,
  endOwnFeed,
  listMemberFeeds,
  listOwnFeeds,
  makeFeed,
  readCalendar,
} from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import type { FeedKind } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import {
  feedMaxAge,
  isLastReadOutdated,
  maxReadsAnHour,
  maxUnknownAddressesAnHour,
  whyNotMakeFeed,
} from '@gya/domain/features/calendar-feeds/calendar-feeds.rules.ts'
import { writeCalendar } from '@gya/domain/features/calendar-feeds/icalendar.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { countBranches } from '../../http/access/count-branches.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { enforceRateLimit, rateLimitAddress } from '../../http/limits/rate-limit.ts'
import { registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { findAccountInCompany } from '../sessions/sessions.repository.ts'
import {
  countFeeds,
  type FeedReading,
  type FeedRow,
  findFeedByToken,
  insertFeed,
  listFeeds,
  noteFeedRead,
  revokeFeed,
} from './calendar-feeds.repository.ts'
import { listFeedDates } from './feed-dates.read-model.ts'

const success = { success: true as const }

/** Calendar feeds ([connect §5](docs/design/connect.md#5)). */
export function calendarFeedsRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listOwnFeeds, async ({ caller, db }) => ({ data: (await listFeeds(db, ownerOf(caller))).map(toFeed) }))

  registerRoute(app, makeFeed, async (context) => {
    const { body, caller, db, now, newId } = context
    const { companyId, userId } = ownerOf(caller)
    if (body.branchIds) await requireBranches(db, caller, body.branchIds)
    refuseIf(whyNotMakeFeed(await countFeeds(db, { companyId, userId })))
    const token = newToken()
    const row = await insertFeed(db, {
      company_id: companyId,
      id: newId(),
      user_id: userId,
      name: body.name,
      token_hash: hashToken(token),
      kinds: body.kinds,
      mine: body.mine,
      branch_ids: body.branchIds,
      createdon: now,
    })
    const facts = { feedId: row.id, kinds: body.kinds.join(', ') }
    await recordSecurityEvent(context, { kind: 'feed-made', aboutUserId: userId, data: facts })
    return { ...toFeed(row), address: `${publicUrl}/api/calendar/${token}.ics` }
  })

  registerRoute(app, endOwnFeed, async (context) => {
    const { params, caller, db, now } = context
    const { feedId } = params
    const userId = await revokeFeed(db, { ...ownerOf(caller), feedId }, now)
    if (userId === undefined) throw new DomainError('NOT_FOUND')
    await recordSecurityEvent(context, { kind: 'feed-ended', aboutUserId: userId, data: { feedId } })
    return success
  })

  registerRoute(app, listMemberFeeds, async ({ params: { companyId }, query: { userId }, db }) => {
    if (!(await findAccountInCompany(db, companyId, userId))) throw new DomainError('NOT_FOUND')
    return { data: (await listFeeds(db, { companyId, userId })).map(toFeed) }
  })

  registerRoute(app, endMemberFeed, async (context) => {
    const { params, db, now } = context
    const { companyId, feedId } = params
    const userId = await revokeFeed(db, { companyId, feedId }, now)
    if (userId === undefined) throw new DomainError('NOT_FOUND')
    await recordSecurityEvent(context, { kind: 'feed-ended', companyId, aboutUserId: userId, data: { feedId } })
    return success
  })

  registerDownload(app, readCalendar, async ({ params, request, db, now }) => {
    const { pool } = app.gya.database
    const feed = await findFeed(app, params.token, request.ip, now)
    await enforceRateLimit(pool, [{ key: `calendar-feed:${feed.id}`, max: maxReadsAnHour, minutes: 60 }], now)
    const calendar = Buffer.from(await writeFeed(db, feed, { now, publicUrl }))
    if (isLastReadOutdated(feed.last_read_on, now)) await noteFeedRead(pool, feed, now)
    return {
      // Not audited, because calendar programs read a feed every hour. The feed shows when it was last read.
      audit: null,
      etag: createHash('sha256').update(calendar).digest('base64url'),
      contentType: 'text/calendar; charset=utf-8',
      maxAge: feedMaxAge,
      changes: true,
      size: async () => calendar.length,
      content: async () => Readable.from([calendar]),
    }
  })
}

/** "Unknown, revoked, ended account → the same 404." [connect §5](docs/design/connect.md#5). */
async function findFeed(app: FastifyInstance, token: string, ip: string, now: Instant): Promise<FeedReading> {
  const { pool } = app.gya.database
  const feed = await findFeedByToken(pool, hashToken(token))
  if (feed && hasPermission(feed.type, 'feed.own')) return feed
  const key = `calendar-feed-unknown:${rateLimitAddress(ip)}`
  await enforceRateLimit(pool, [{ key, max: maxUnknownAddressesAnHour, minutes: 60 }], now)
  throw new DomainError('NOT_FOUND')
}

/** "Reach is the person's at the moment of reading." [connect §5.2](docs/design/connect.md#5.2). */
async function writeFeed(db: Db, feed: FeedReading, { now, publicUrl }: { now: Instant; publicUrl: string }): Promise<string> {
  const today = londonDay(now)
  const { host } = new URL(publicUrl)
  const reach = branchesInScope({ type: feed.type, branchIds: feed.reach })
  const chosen = feed.branch_ids
  const dates = await listFeedDates(
    db,
    {
      companyId: feed.company_id,
      kinds: feed.kinds,
      branchIds: chosen && reach ? chosen.filter((id) => reach.includes(id)) : (chosen ?? reach),
      progressorId: feed.mine ? feed.user_id : null,
    },
    today,
  )
  return writeCalendar(
    feed.name,
    dates.map((date) => toCalendarEntry(date, { publicUrl, host, today })),
  )
}

/** Throws NOT_FOUND for a branch outside the caller's scope. */
async function requireBranches(db: Db, caller: Caller, branchIds: readonly string[]): Promise<void> {
  const reach = branchesInScope(caller)
  const isInReach = reach === null || branchIds.every((id) => reach.includes(id))
  const { companyId } = ownerOf(caller)
  if (!isInReach || (await countBranches(db, companyId, branchIds)) < branchIds.length) throw new DomainError('NOT_FOUND')
}

/** All roles with the permission `feed.own` belong to a company. */
const ownerOf = ({ companyId, userId }: Caller): { companyId: string; userId: string } => {
  if (companyId === null) throw new DomainError('FORBIDDEN')
  return { companyId, userId }
}

const toFeed = (row: FeedRow) => ({
  _id: row.id,
  name: row.name,
  kinds: row.kinds as FeedKind[],
  mine: row.mine,
  branchIds: row.branch_ids,
  createdOn: row.createdon,
  lastReadOn: row.last_read_on,
})
