import type { ApiScope } from '@gya/domain/access/api-scopes.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import { endedGrantDays } from '@gya/domain/features/applications/applications.rules.ts'
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AppGrant, ConnectedApp } from '../../db/schema.ts'
import { daysLater } from '../../infra/clock.ts'
import type { EndedGrant } from '../sessions/end-grants.ts'

type AppId = { companyId: string; appId: string }

/** A grant that can still be used: its code can be exchanged, or it can be refreshed. */
const isOpen = (now: Instant) => sql<SqlBool>`g.ended_on is null and coalesce(g.refresh_until, g.code_until) > ${now}`

const appsOf = (db: Db, companyId: string, now: Instant) =>
  db
    .selectFrom('connected_app as a')
    .leftJoin('app_user as u', 'u.id', 'a.asked_by')
    .selectAll('a')
    .select([
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('asker'),
      sql<number>`(select count(distinct g.user_id)::int from app_grant g
        where g.company_id = a.company_id and g.app_id = a.id and ${isOpen(now)})`.as('people'),
      sql<Instant | null>`(select max(g.last_used_on) from app_grant g where g.company_id = a.company_id and g.app_id = a.id)`.as(
        'last_used_on',
      ),
    ])
    .where('a.company_id', '=', companyId)

export type AppRow = NonNullable<Awaited<ReturnType<typeof findApp>>>

export const findApp = (db: Db, { companyId, appId }: AppId, now: Instant) =>
  appsOf(db, companyId, now).where('a.id', '=', appId).executeTakeFirst()

/** The applications that a company knows: those asked for, allowed, refused; each by name. */
export const listAppRows = (db: Db, companyId: string, now: Instant): Promise<AppRow[]> =>
  appsOf(db, companyId, now)
    .orderBy(sql`array_position(array['asked', 'allowed', 'refused'], a.state)`)
    .orderBy(sql`lower(a.name)`)
    .orderBy('a.id')
    .execute()

export const findAppByClient = (db: Db, companyId: string, clientId: string) =>
  db
    .selectFrom('connected_app')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Locks the company, so that concurrent calls cannot exceed the number of applications; returns it. */
export async function lockApps(db: Db, companyId: string): Promise<number> {
  await db.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { count } = await db
    .selectFrom('connected_app')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertApp = (db: Db, app: Insertable<ConnectedApp>) => db.insertInto('connected_app').values(app).execute()

export const updateAppRow = (db: Db, { companyId, appId }: AppId, columns: Updateable<ConnectedApp>) =>
  db
    .updateTable('connected_app')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', appId)
    .execute()

/** What the document of an application says now. Does not increment the version, because nobody decided anything. */
export const updateDocument = (
  db: Db,
  { companyId, appId }: AppId,
  columns: Pick<Updateable<ConnectedApp>, 'name' | 'redirect_uris' | 'fetched_on'>,
) => db.updateTable('connected_app').set(columns).where('company_id', '=', companyId).where('id', '=', appId).execute()

/** Deletes an application with its grants. */
export async function deleteAppRow(db: Db, { companyId, appId }: AppId): Promise<void> {
  await db.deleteFrom('app_grant').where('company_id', '=', companyId).where('app_id', '=', appId).execute()
  await db.deleteFrom('connected_app').where('company_id', '=', companyId).where('id', '=', appId).execute()
}

type Owner = { companyId: string; userId: string }

const openGrants = (db: Db, companyId: string, now: Instant) =>
  db
    .selectFrom('app_grant as g')
    .innerJoin('connected_app as a', (join) => join.onRef('a.company_id', '=', 'g.company_id').onRef('a.id', '=', 'g.app_id'))
    .innerJoin('app_user as u', 'u.id', 'g.user_id')
    .select(['g.id', 'g.app_id', 'g.user_id', 'g.scopes', 'g.redirect_uri', 'g.createdon', 'g.last_used_on', 'g.last_used_from'])
    .select([
      'a.name',
      'a.host',
      'a.scopes as app_scopes',
      'a.state',
      sql<string>`u.first_name || ' ' || u.last_name`.as('person'),
    ])
    .where('g.company_id', '=', companyId)
    .where(isOpen(now))
    .orderBy('g.createdon', 'desc')
    .orderBy('g.id', 'desc')

/** The open grants of a person, newest first. */
export const listGrantsOfPerson = (db: Db, { companyId, userId }: Owner, now: Instant) =>
  openGrants(db, companyId, now).where('g.user_id', '=', userId).execute()
export type GrantRow = Awaited<ReturnType<typeof listGrantsOfPerson>>[number]

export const listGrantsOfApp = (db: Db, { companyId, appId }: AppId, now: Instant): Promise<GrantRow[]> =>
  openGrants(db, companyId, now).where('g.app_id', '=', appId).execute()

/** Returns the number of open grants of a person. Locks the account, so that concurrent calls cannot exceed the limit. */
export async function countGrants(db: Db, owner: Owner, now: Instant): Promise<number> {
  await db.selectFrom('app_user').select('id').where('id', '=', owner.userId).forNoKeyUpdate().executeTakeFirst()
  return (await listGrantsOfPerson(db, owner, now)).length
}

export const insertGrant = (db: Db, grant: Insertable<AppGrant>) => db.insertInto('app_grant').values(grant).execute()

/** A grant found by one of its tokens, with what its person, application and company are now. */
export type GrantOfToken = {
  company_id: string
  id: string
  app_id: string
  user_id: string
  client_id: string
  app_name: string
  scopes: ApiScope[]
  resource: string
  redirect_uri: string
  challenge: string
  createdon: Instant
  code_until: Instant
  refresh_until: Instant | null
  old_refresh_until: Instant | null
  refresh_hash: Buffer | null
  ended_on: Instant | null
  last_login: Instant | null
  email: string
  first_name: string
  last_name: string
  type: string
  /** Whether person, application and company may still use it. */
  is_allowed: boolean
}

/** Finds and locks a grant by a code or refresh token, so that two uses at once wait for each other. */
export async function findGrantByToken(db: Db, hash: Buffer): Promise<GrantOfToken | undefined> {
  const { rows } = await sql<GrantOfToken>`
    select g.company_id, g.id, g.app_id, g.user_id, a.client_id, a.name as app_name, g.resource, g.redirect_uri, g.challenge,
      g.createdon, g.code_until, g.refresh_until, g.old_refresh_until, g.refresh_hash, g.ended_on,
      array(select s from unnest(g.scopes) s where s = any(a.scopes)) as scopes,
      u.last_login, u.email, u.first_name, u.last_name, u.type,
      a.state = 'allowed' and c.deleted_on is null and u.company_id = g.company_id and u.activated and not u.password_reset
        and u.deleted_on is null and u.deactivated_on is null as is_allowed
    from app_grant g
    join connected_app a on a.company_id = g.company_id and a.id = g.app_id
    join company c on c.id = g.company_id
    join app_user u on u.id = g.user_id
    where g.code_hash = ${hash} or g.refresh_hash = ${hash} or g.old_refresh_hash = ${hash}
    for update of g`.execute(db)
  return rows[0]
}

export const updateGrantTokens = (db: Db, { company_id, id }: GrantOfToken, columns: Updateable<AppGrant>) =>
  db.updateTable('app_grant').set(columns).where('company_id', '=', company_id).where('id', '=', id).execute()

/** Ends the grant that has this access or refresh token, for the application that says so. */
export const endGrantOfToken = (db: Db, hash: Buffer, clientId: string | null, now: Instant): Promise<EndedGrant[]> =>
  db
    .updateTable('app_grant')
    .set({ ended_on: now, ended_because: 'application' })
    .where('ended_on', 'is', null)
    .where((is) => is.or([is('access_hash', '=', hash), is('refresh_hash', '=', hash)]))
    .$if(clientId !== null, (query) =>
      query.where((where) =>
        where.exists(
          where
            .selectFrom('connected_app as a')
            .select('a.id')
            .whereRef('a.company_id', '=', 'app_grant.company_id')
            .whereRef('a.id', '=', 'app_grant.app_id')
            .where('a.client_id', '=', clientId ?? ''),
        ),
      ),
    )
    .returning(['company_id', 'id', 'app_id', 'user_id'])
    .execute()

/** Grants that ended 90 days ago, or whose tokens did. */
export const deleteEndedGrants = (db: Db, now: Instant) =>
  sql`delete from app_grant where coalesce(ended_on, refresh_until, code_until) < ${daysLater(now, -endedGrantDays)}`.execute(db)

/** The name and address of an account, for e-mails to it. */
export const findAccountForMail = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'company_id', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
