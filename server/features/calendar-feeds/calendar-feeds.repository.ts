import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { FeedKind } from '@gya/domain/features/calendar-feeds/calendar-feeds.model.ts'
import type { Insertable, Selectable } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/pool.ts'
import type { CalendarFeed } from '../../db/schema.ts'
import { reachOf } from '../../http/access/reach.ts'

export type FeedRow = Omit<Selectable<CalendarFeed>, 'token_hash'>

const columns = [
  ...(['company_id', 'id', 'user_id', 'name', 'kinds', 'mine', 'branch_ids', 'createdon'] as const),
  ...(['last_read_on', 'revoked_on'] as const),
] as const

type Owner = { companyId: string; userId: string }

/** Feeds that have not ended, oldest first. */
export const listFeeds = (db: Db, { companyId, userId }: Owner): Promise<FeedRow[]> =>
  db
    .selectFrom('calendar_feed')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('revoked_on', 'is', null)
    .orderBy('createdon')
    .orderBy('id')
    .execute()

/** Returns the number of feeds of a user. Locks the account, so that concurrent calls cannot exceed the limit. */
export async function countFeeds(db: Db, owner: Owner): Promise<number> {
  await db.selectFrom('app_user').select('id').where('id', '=', owner.userId).forNoKeyUpdate().executeTakeFirst()
  return (await listFeeds(db, owner)).length
}

export const insertFeed = (db: Db, row: Insertable<CalendarFeed>) =>
  db.insertInto('calendar_feed').values(row).returning(columns).executeTakeFirstOrThrow()

/** Ends a feed and returns its owner, or `undefined` if there is none. `userId` restricts it to feeds of this user. */
export async function revokeFeed(
  db: Db,
  { companyId, feedId, userId }: { companyId: string; feedId: string; userId?: string },
  now: Instant,
): Promise<string | undefined> {
  const ended = await db
    .updateTable('calendar_feed')
    .set({ revoked_on: now })
    .where('company_id', '=', companyId)
    .where('id', '=', feedId)
    .where('revoked_on', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

/** A feed with the current data of its owner. */
export type FeedReading = {
  company_id: string
  id: string
  user_id: string
  name: string
  kinds: FeedKind[]
  mine: boolean
  branch_ids: string[] | null
  last_read_on: Instant | null
  type: UserType
  /** Branches in the owner's scope, for roles that do not include all branches. */
  reach: string[]
}

const readingSql = `
  select f.company_id, f.id, f.user_id, f.name, f.kinds, f.mine, f.branch_ids, f.last_read_on, u.type, ${reachOf()} as reach
  from calendar_feed f
  join app_user u on u.id = f.user_id and u.company_id = f.company_id
    and u.activated and u.deleted_on is null and u.deactivated_on is null
  join company c on c.id = f.company_id and c.deleted_on is null
  where f.token_hash = $1 and f.revoked_on is null`

/** Returns the feed of a token, or `undefined` if the token is unknown or the feed or its owner's account has ended. */
export async function findFeedByToken(pool: pg.Pool, tokenHash: Buffer): Promise<FeedReading | undefined> {
  const { rows } = await pool.query<FeedReading>({ name: 'find-feed', text: readingSql, values: [tokenHash] })
  return rows[0]
}

export const noteFeedRead = (pool: pg.Pool, { company_id, id }: FeedReading, now: Instant): Promise<unknown> =>
  pool.query('update calendar_feed set last_read_on = $3 where company_id = $1 and id = $2', [company_id, id, now])
