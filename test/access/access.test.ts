import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasPermission, permissions, type UserType, userTypes } from '@gya/domain/access/permissions.ts'
import { type Endpoint, isWrite, type ScopeKey, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { createContact, deleteContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { concurrencyLimit } from '../../server/infra/concurrency-limit.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn, testAddress } from '../support/fixtures.ts'
import { createPng, multipartForm } from '../support/multipart-form.ts'
import { idFields, isIdField, sampleBodies, sampleValue, sampleWithIdAt } from '../support/schema-samples.ts'
import { addressOf, type TestClient } from '../support/test-client.ts'
import { byTier } from '../support/test-tier.ts'

/**
 * Who may call what, for every contract. Roles are compared with `specification-calls.tsv`, scope with
 * [domain, Access](docs/design/domain.md#access): "What one may not reach answers exactly as what does not exist (404)."
 *
 * Both tiers make every call as every role. The full tier makes the whole product of roles, places and rows. In the fast tier
 * one role stands for those with the same outcome and way to its branches, one row for those of its table and place, and calls
 * get the rows that they name and a few others.
 */

type Ids = Partial<Record<ScopeKey, string>>

type Actor = {
  role: UserType | null
  /** The branches in scope. */
  scope: 'everything' | 'company A' | 'first branch' | 'nothing'
  /** A user of the fixtures; without one, an account created for this test. */
  user?: FixtureUser
  account?: { activated?: boolean; passwordReset?: boolean }
  /** How the account reaches its branches. */
  reach?: 'membership' | 'area' | 'all branches'
  /** The missing precondition. */
  state?: 'activation' | 'password' | 'confirmation' | 'support access'
}

/** The callers: one user of each role, administrators whose account is not ready, and no session. */
const actors = {
  GYA_ADMIN: { role: 'GYA_ADMIN', scope: 'everything', user: 'platform' },
  'GYA_ADMIN, outside the companies': { role: 'GYA_ADMIN', scope: 'everything', account: {}, state: 'support access' },
  COMPANY_ADMIN: { role: 'COMPANY_ADMIN', scope: 'company A', user: 'company' },
  BRANCH_ADMIN: { role: 'BRANCH_ADMIN', scope: 'first branch', user: 'branch' },
  BRANCH_STAFF: { role: 'BRANCH_STAFF', scope: 'first branch', user: 'staff' },
  AREA_MANAGER: { role: 'AREA_MANAGER', scope: 'first branch', reach: 'area' },
  PROGRESSOR: { role: 'PROGRESSOR', scope: 'company A', reach: 'all branches' },
  READER: { role: 'READER', scope: 'first branch', reach: 'membership' },
  VENDOR: { role: 'VENDOR', scope: 'first branch', user: 'vendor' },
  'COMPANY_ADMIN, not activated': {
    role: 'COMPANY_ADMIN',
    scope: 'company A',
    account: { activated: false },
    state: 'activation',
  },
  'COMPANY_ADMIN, password reset': {
    role: 'COMPANY_ADMIN',
    scope: 'company A',
    account: { passwordReset: true },
    state: 'password',
  },
  'COMPANY_ADMIN, session not confirmed': { role: 'COMPANY_ADMIN', scope: 'company A', account: {}, state: 'confirmation' },
  'not signed in': { role: null, scope: 'nothing' },
} as const satisfies Record<string, Actor>

type ActorName = keyof typeof actors
const actorEntries = Object.entries(actors) as [ActorName, Actor][]

const isPermitted = (role: UserType | null, { permission }: Endpoint): boolean =>
  role !== null && permission !== 'public' && hasPermission(role, permission)

const nowhere: PropertyPath = {
  companyId: '019cd714-f23b-7000-8000-0000000000aa',
  branchId: '019cd714-f23b-7000-8000-0000000000bb',
  propertyId: '019cd714-f23b-7000-8000-0000000000cc',
}
const isPublic = ({ call }: { call: Endpoint }) => call.permission === 'public'
const guarded = endpoints.filter((entry) => !isPublic(entry))

let fixtures: Fixtures
/** A deleted branch of company A with its property. */
let gone: PropertyPath
let clients: Record<ActorName, TestClient>
/** A contact of company A, and a deleted one. */
let ownContact: string
let goneContact: string
let untouched: Record<string, string>

beforeAll(async () => {
  fixtures = await openFixtures()
  gone = await deletedBranch()
  clients = {} as Record<ActorName, TestClient>
  for (const [name, actor] of actorEntries) clients[name] = await clientOf(name, actor)
  for (const place of [fixtures.second, fixtures.other]) await fill(place)
  await givePictures(fixtures.first)
  ownContact = (await fixtures.as('company').ok(createContact, { params: fixtures.a, body: { name: 'Alder & Law' } }))._id
  goneContact = (await fixtures.as('company').ok(createContact, { params: fixtures.a, body: { name: 'Gone & Law' } }))._id
  await fixtures.as('company').ok(deleteContact, { params: { ...fixtures.a, contactId: goneContact } })
  // Otherwise the calls of the register of customer checks answer that it is off.
  await fixtures.database.pool.query(
    'insert into sale_file_settings (company_id, checks, createdon) select id, true, createdon from company',
  )
  untouched = await databaseChecksum(fixtures.database)
  // Every call that adds something is made with every id.
}, 300_000)
afterAll(() => fixtures.close())
// The same people make thousands of calls within one hour of the stationary clock, more than the e-mail limits allow.
afterEach(() => fixtures.database.pool.query('delete from rate_limit'))

async function clientOf(name: ActorName, { role, user, account, state, reach }: Actor): Promise<TestClient> {
  if (role === null) return fixtures.anonymous
  if (user) return fixtures.as(user)
  const email = `${name.replaceAll(/\W+/g, '-').toLowerCase()}@people.example`
  const id = await fixtures.addUser({ type: role, email, companyId: fixtures.a.companyId, ...account })
  await giveReach(id, reach)
  const client = await fixtures.signedIn(id)
  if (state === 'confirmation')
    await fixtures.database.pool.query(
      "update session set confirmed_on = confirmed_on - interval '11 minutes' where user_id = $1",
      [id],
    )
  return client
}

/** The area has the first branch and the deleted one. */
async function giveReach(userId: string, reach: Actor['reach']): Promise<void> {
  const { db } = fixtures.database
  const { companyId } = fixtures.a
  if (reach === 'all branches') await db.updateTable('app_user').set({ all_branches: true }).where('id', '=', userId).execute()
  if (reach === 'membership')
    for (const { branchId } of [fixtures.first, gone])
      await db.insertInto('branch_member').values({ company_id: companyId, branch_id: branchId, user_id: userId }).execute()
  if (reach !== 'area') return
  const areaId = fixtures.clock.newId()
  await db
    .insertInto('area')
    .values({ company_id: companyId, id: areaId, name: 'North', createdon: fixtures.clock.now() })
    .execute()
  await db
    .updateTable('branch')
    .set({ area_id: areaId })
    .where('company_id', '=', companyId)
    .where('id', 'in', [fixtures.first.branchId, gone.branchId])
    .execute()
  await db.insertInto('area_member').values({ company_id: companyId, area_id: areaId, user_id: userId }).execute()
}

async function deletedBranch(): Promise<PropertyPath> {
  const { companyId } = fixtures.a
  const branchId = fixtures.clock.newId()
  const template = JSON.stringify([])
  const place = { line1: '1 Road', postcode: 'RG30 6ZZ', createdon: fixtures.clock.now() }
  await fixtures.database.db
    .insertInto('branch')
    .values({ company_id: companyId, id: branchId, name: 'Gone', timeline_template: template, ...place })
    .execute()
  const taken = await takeOn(
    fixtures.as('platform'),
    { companyId, branchId },
    fixtures.idOf.vendor,
    testAddress('4 Gone Street').line1,
  )
  for (const name of ['branch', 'staff'] as const)
    await fixtures.database.db
      .insertInto('branch_member')
      .values({ company_id: companyId, branch_id: branchId, user_id: fixtures.idOf[name] })
      .execute()
  await fixtures.database.db.updateTable('branch').set({ deleted_on: fixtures.clock.now() }).where('id', '=', branchId).execute()
  // Deleting removes the rows that lists and reports read.
  await fixtures.database.db.deleteFrom('property_report').where('branch_id', '=', branchId).execute()
  return taken
}

/** Downloads need files: a picture of the company, the branch and the property. */
async function givePictures({ companyId, branchId, propertyId }: PropertyPath): Promise<void> {
  const picture = await createPng(2, 2)
  const saves = [
    ['/api/company', companyId],
    [`/api/branch/${companyId}`, branchId],
    [`/api/property/${companyId}/${branchId}`, propertyId],
  ] as const
  for (const [url, id] of saves) {
    const form = await multipartForm([
      ['_id', id],
      ['file', picture, 'picture.png'],
    ])
    const { statusCode } = await fixtures.as('platform').inject({ method: 'PUT', url, ...form })
    expect(statusCode).toBe(200)
  }
}

/**
 * Creates rows of every kind in a company: makes every call that adds something, then the calls that take ids of the created rows. Refusals
 * are ignored.
 */
async function fill(place: PropertyPath): Promise<void> {
  const adding = guarded.filter(
    ({ name, call }) =>
      // Would invite the administrator who is not activated.
      name !== 'inviteAll' && call.method !== 'GET' && call.method !== 'DELETE' && keysOf(call).length > 0,
  )
  const filler = fixtures.as(place.companyId === fixtures.a.companyId ? 'company' : 'otherCompany')
  for (const { call } of adding.filter(({ call }) => !hasOwnParts(call)))
    await make(filler, call, { ids: place, body: call.body && sampleValue(call.body, fixtures.idOf.otherVendor) })
  for (const { call } of adding.filter(({ call }) => hasOwnParts(call) && call.method === 'POST'))
    for (const { id } of await partsOf(place))
      await make(filler, call, { ids: place, part: id, body: call.body && sampleValue(call.body, id) })
}

/** One of several equivalent cases in the fast tier, all in the full tier. */
const representatives = <T>(cases: readonly T[], kindOf: (one: T) => string): T[] =>
  byTier({ fast: [...new Map(cases.toReversed().map((one) => [kindOf(one), one])).values()], full: [...cases] })

/** Ids of some rows of each table that belong to a company or a property. */
async function partsOf({
  companyId,
  propertyId,
}: {
  companyId?: string
  propertyId: string
}): Promise<{ table: string; id: string }[]> {
  const { pool } = fixtures.database
  const columns = await pool.query<{ table: string; names: string[] }>(
    `select table_name as table, array_agg(column_name::text) as names from information_schema.columns
     where table_schema = 'public' group by 1 having array_agg(column_name::text) @> array['id', 'company_id'] order by 1`,
  )
  const found = await Promise.all(
    columns.rows.map(async ({ table, names }) => {
      const where = names.includes('property_id')
        ? 'company_id = $1 or property_id = $2'
        : 'company_id = $1 and $2::uuid is not null'
      const some = (direction: string) => `(select id from ${table} where ${where} order by id ${direction} limit 1)`
      const { rows } = await pool.query<{ id: string }>(`${some('asc')} union ${some('desc')}`, [companyId ?? null, propertyId])
      return rows.map(({ id }) => ({ table, id }))
    }),
  )
  return found.flat()
}

// The expected scope, computed from the fixtures and not by the code under test.

const isKnown = (place: PropertyPath): boolean => [fixtures.first, fixtures.second, fixtures.other].includes(place)

function isInScope({ scope }: Actor, ids: Ids): boolean {
  const namesBranch = ids.branchId !== undefined || ids.propertyId !== undefined
  const places = [fixtures.first, fixtures.second, fixtures.other, gone]
    .filter((place) => scopeKeys.every((key) => ids[key] === undefined || ids[key] === place[key]))
    .filter((place) => !namesBranch || isKnown(place))
  if (scope === 'everything') return places.length > 0
  const own = places.filter(({ companyId }) => companyId === fixtures.a.companyId)
  if (!namesBranch) return own.length > 0 || ids.companyId === undefined
  return scope === 'company A' ? own.length > 0 : own.includes(fixtures.first)
}

const keysOf = ({ path, query, scopeInBody = {} }: Endpoint): ScopeKey[] =>
  scopeKeys.filter((key) => path.includes(`:${key}`) || query?.shape[key] !== undefined || scopeInBody[key] !== undefined)

const unique = (places: readonly (Ids | undefined)[]): Ids[] => [
  ...new Map(places.flatMap((place) => (place ? [[JSON.stringify(place), place]] : []))).values(),
]

/** All ids of one place, and then each id in turn from another place or unknown. */
function placesOf(call: Endpoint): Ids[] {
  const keys = keysOf(call)
  const pick = (place: PropertyPath): Ids => Object.fromEntries(keys.map((key) => [key, place[key]]))
  const elsewhere = [fixtures.second, fixtures.other, gone, nowhere]
  const swapped = keys.flatMap((key) => elsewhere.map((place) => ({ ...pick(fixtures.first), [key]: place[key] })))
  const places = [pick(fixtures.first), ...elsewhere.map(pick), ...swapped]
  return unique(places)
}

/** Tables whose rows calls may refer to by a field of another name, such as `bStaff` or `personId`. */
const namedByAnyCall = ['app_user', 'area', 'branch', 'company', 'company_contact', 'company_contact_poc', 'property']

/**
 * The rows whose ids a call gets: in the fast tier those of tables that its path or fields name, those of `namedByAnyCall`, and every
 * eighth of the others, which differ by call.
 */
function rowsFor<Row extends { table: string }>(call: Endpoint, rows: readonly Row[]): Row[] {
  const fields = [call.query, call.body].flatMap((schema) => (schema ? idFields(schema) : []))
  const words = [call.path, ...fields]
    .join()
    .toLowerCase()
    .replaceAll(/company|property/g, '')
  const isNamed = ({ table }: Row) =>
    namedByAnyCall.includes(table.replace(', deleted', '')) ||
    table.split(/[_,]/).some((word) => word.length > 2 && words.includes(word))
  const turn = call.path.length
  return byTier({ fast: rows.filter((row, index) => isNamed(row) || (index + turn) % 8 === 0), full: [...rows] })
}

const oneOfEachTable = <Row extends { table: string }>(rows: readonly Row[]): Row[] => representatives(rows, ({ table }) => table)

type Sent = { ids?: Ids; part?: string; body?: unknown; query?: object; file?: Buffer }

/** Makes a call with the ids at the positions of its contract; other ids of its path are `part`. */
async function make(
  actor: ActorName | TestClient,
  call: Endpoint,
  { ids = {}, part = nowhere.propertyId, body, query = {}, file }: Sent,
) {
  const inBody = Object.fromEntries(Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, ids[key as ScopeKey]]))
  const inQuery = Object.fromEntries(
    keysOf(call)
      .filter((key) => call.query?.shape[key])
      .map((key) => [key, ids[key]]),
  )
  const params = Object.fromEntries(
    [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ids[name as ScopeKey] ?? pathPart(call, name, part)]),
  )
  const client = typeof actor === 'string' ? clients[actor] : actor
  const answer = await client.inject({
    method: call.method,
    url: addressOf(call.path, params, { ...inQuery, ...query }),
    ...(call.body ? { payload: { ...(body as object), ...inBody } } : {}),
    ...(file && call.file?.required ? await multipartForm([['file', file, 'picture.png']]) : {}),
  })
  return {
    status: answer.statusCode,
    text: answer.body,
    body: (answer.headers['content-type']?.includes('json') ? answer.json() : {}) as ErrorBody,
  }
}

const turn = concurrencyLimit(6)
/** Runs at most six calls concurrently. */
const withEach = <T>(list: readonly T[], work: (one: T) => Promise<void>) => Promise.all(list.map((one) => turn(() => work(one))))

const fieldOf = (call: Endpoint, name: string) => call.params?.shape[name] as Parameters<typeof sampleValue>[0]
const pathPart = (call: Endpoint, name: string, id: string) => sampleValue(fieldOf(call, name), id)
const hasOwnParts = (call: Endpoint) =>
  [...call.path.matchAll(/:(\w+)/g)].some(
    ([, name = '']) => !scopeKeys.includes(name as ScopeKey) && isIdField(fieldOf(call, name), nowhere.companyId),
  )

describe('Role and scope are checked before the body is read', () => {
  test('some contracts require a recent confirmation', () => {
    const names = endpoints.flatMap(({ name, call }) => (call.requiresConfirmedIdentity ? [name] : []))
    expect(names).toEqual(expect.arrayContaining(['deleteCompany', 'resetOwnPassword', 'activateAccount']))
  })

  const expected = (actor: Actor, call: Endpoint, ids: Ids): string => {
    const { role, state } = actor
    if (role === null) return '401 NO_SESSION'
    if (state === 'activation' && !call.allowedBeforeActivation) return '403 ACCOUNT_NOT_ACTIVATED'
    if (state === 'password' && !call.allowedBeforeActivation) return '403 PASSWORD_RESET_REQUIRED'
    if (!isPermitted(role, call)) return '403 FORBIDDEN'
    const isOutside = (part: Ids) => state === 'support access' && !call.withoutSupportAccess && Object.keys(part).length > 0
    // The ids in the URL are checked first.
    const inUrl = Object.fromEntries(Object.entries(ids).filter(([key]) => call.scopeInBody?.[key as ScopeKey] === undefined))
    if (isOutside(inUrl) && isInScope(actor, inUrl)) return '403 SUPPORT_ACCESS_REQUIRED'
    if (!isInScope(actor, ids)) return '404 NOT_FOUND'
    if (isOutside(ids)) return '403 SUPPORT_ACCESS_REQUIRED'
    // The administrators of both companies can do it.
    if (role === 'GYA_ADMIN' && call.refusedInSupportAccess && Object.keys(ids).length > 0) return '403 NOT_IN_SUPPORT_ACCESS'
    // In scope, the call is refused because of the unknown query parameter, so that nothing is executed.
    return state === 'confirmation' && call.requiresConfirmedIdentity ? '403 CONFIRM_IDENTITY' : '400 VALIDATION_FAILED'
  }

  test('calls that a platform admin may make without a support access', () => {
    const outside = endpoints.flatMap(({ feature, name, call }) => (call.withoutSupportAccess ? [`${feature}.${name}`] : []))
    expect(outside.toSorted()).toEqual([
      'archiveUpload.inviteAll',
      'deletion.deleteCompany',
      'deletion.restoreBranch',
      'deletion.restoreProperty',
      'live.watchChanges',
      'pictures.readCompanyPhoto',
      'secondFactors.resetMemberFactors',
      'singleSignOn.confirmDomain',
      'singleSignOn.deleteDomain',
      'supportAccess.endSupportAccess',
      'supportAccess.listSupportAccesses',
      'supportAccess.openSupportAccess',
    ])
  })

  /**
   * The places for which each role makes a call. In the fast tier: one in scope and one out of scope for a role that is refused everywhere;
   * its own branch, another branch and another company for a role whose scope is determined like that of another role.
   */
  function placesByActor(call: Endpoint): [ActorName, Actor, Ids[]][] {
    const places = placesOf(call)
    const [own, otherBranch, otherCompany = otherBranch] = places
    const some = [own, otherBranch, otherCompany].filter((place) => place !== undefined)
    const isSameEverywhere = (actor: Actor) => new Set(places.map((ids) => expected(actor, call, ids))).size === 1
    const wayOf = ({ role, scope, user, reach, state }: Actor) =>
      [scope, state, role === 'VENDOR' ? role : (reach ?? (user && 'membership'))].join()
    const differing = actorEntries.filter(([, actor]) => !isSameEverywhere(actor))
    const everywhere = new Set(representatives(differing, ([, actor]) => wayOf(actor)).map(([name]) => name))
    const fast = (name: ActorName, actor: Actor) =>
      isSameEverywhere(actor) ? [some[0], some.at(-1)] : everywhere.has(name) ? places : some
    return actorEntries.map(([name, actor]) => [name, actor, byTier({ fast: unique(fast(name, actor)), full: places })])
  }

  test.each(guarded)('$call.method $call.path, by every role, with ids in and out of scope', async ({ call }) => {
    const wrong: string[] = []
    for (const [name, actor, places] of placesByActor(call))
      await Promise.all(
        places.map(async (ids) => {
          const { status, body } = await make(name, call, { ids, query: { nothingTakesThis: '1' } })
          const want = expected(actor, call, ids)
          if (`${status} ${body.code}` !== want)
            wrong.push(`${name} at ${JSON.stringify(ids)}: ${status} ${body.code} and not ${want}`)
          if (status === 404)
            expect(body).toEqual({ code: 'NOT_FOUND', message: expect.any(String), requestId: expect.any(String) })
        }),
      )
    expect(wrong).toEqual([])
  })

  test('nothing was written', async () => {
    expect(await databaseChecksum(fixtures.database)).toEqual(untouched)
  })
})

describe('Ids of parts out of scope respond as unknown ids', () => {
  /** Rows of company B, and of a property of another branch. */
  let foreignParts: { table: string; id: string }[]
  /** Of calls that take a file, which is read before the ids are looked up. */
  let file: Buffer
  beforeAll(async () => {
    file = await createPng(2, 2)
    const { propertyId } = fixtures.second
    // `property_happening` has the id of the property itself, which company admins may name.
    const inCompany = (await partsOf({ propertyId })).filter(({ id }) => id !== propertyId)
    foreignParts = [...oneOfEachTable(await partsOf(fixtures.other)), ...oneOfEachTable(inCompany)]
  })

  /** Places outside the scope ids where an id can be sent. */
  function waysToSend(call: Endpoint, id: string): Sent[] {
    const query = call.query ? (sampleValue(call.query, id) as object) : {}
    const bodies = call.body ? sampleBodies(call.body, id) : [undefined]
    const inPlace = new Set(Object.values(call.scopeInBody ?? {}))
    const named = (body: unknown) => JSON.stringify([query, Object.entries(body ?? {}).filter(([field]) => !inPlace.has(field))])
    return bodies.filter((body) => hasOwnParts(call) || named(body).includes(id)).map((body) => ({ part: id, body, query }))
  }

  // Nothing is out of scope for the platform admin, except in calls with scope ids.
  const permitted = (call: Endpoint) =>
    representatives(
      (['READER', 'BRANCH_STAFF', 'AREA_MANAGER', 'COMPANY_ADMIN', 'GYA_ADMIN'] as const).filter(
        (role) => isPermitted(role, call) && (role !== 'GYA_ADMIN' || (keysOf(call).length > 0 && !call.refusedInSupportAccess)),
      ),
      (role) => byTier({ fast: actors[role].scope, full: role }),
    )
  const taking = guarded.filter(({ call }) => permitted(call).length > 0 && waysToSend(call, nowhere.propertyId).length > 0)

  test('the lists of rows and calls are not empty', () => {
    const tables = foreignParts.map(({ table }) => table)
    expect(tables).toEqual(expect.arrayContaining(['app_user', 'asking_price', 'branch', 'offer', 'property']))
    expect(taking.length).toBeGreaterThan(3)
  })

  test.each(taking)('$call.method $call.path', async ({ call }) => {
    const ids: Ids = Object.fromEntries(keysOf(call).map((key) => [key, fixtures.first[key]]))
    const wrong: string[] = []
    for (const role of permitted(call))
      for (const [way, toNothing] of waysToSend(call, nowhere.propertyId).entries()) {
        const answerTo = async (sent: Sent | undefined) => {
          if (call.emailRecipients || call.limits) await fixtures.database.pool.query('delete from rate_limit')
          const { status, body } = await make(role, call, { ids, file, ...sent })
          return `${status} ${body.code ?? ''}`
        }
        const isRefusal = (answer: string, sent: Sent | undefined, id: string) =>
          answer.startsWith('404') || (JSON.stringify(sent?.body ?? {}).includes(id) && /^4(00|09)/.test(answer))
        // Ids of rows elsewhere must get the same response as unknown ids.
        const likeNothing = await answerTo(toNothing)
        if (!isRefusal(likeNothing, toNothing, nowhere.propertyId))
          wrong.push(`${role}, an unknown id in ${JSON.stringify(toNothing)}: ${likeNothing}`)
        // In a call without branch, the sale of another branch is in scope for administrators.
        const isForeign = ({ id }: { id: string }) =>
          actors[role].scope === 'first branch' || ids.branchId !== undefined || id !== fixtures.second.propertyId
        await withEach(rowsFor(call, foreignParts).filter(isForeign), async ({ table, id }) => {
          const sent = waysToSend(call, id)[way]
          const answer = await answerTo(sent)
          if (!isRefusal(answer, sent, id) || answer !== likeNothing)
            wrong.push(`${role}, a row of ${table} in ${JSON.stringify(sent)}: ${answer}`)
        })
      }
    expect(wrong).toEqual([])
  })

  test('nothing was written', async () => {
    expect(await databaseChecksum(fixtures.database)).toEqual(untouched)
  })
})

describe('Ids in query and body are checked for scope', () => {
  type Taken = { call: Endpoint; part: 'query' | 'body'; path: string }
  const taken: Taken[] = guarded.flatMap(({ call }) =>
    (['query', 'body'] as const).flatMap((part) =>
      // GET calls that send the report take the report's filters.
      call[part] && !call.writes ? idFields(call[part]).map((path) => ({ call, part, path })) : [],
    ),
  )
  const placing = ({ call, path }: Taken) => [...scopeKeys, ...Object.values(call.scopeInBody ?? {})].includes(path)
  // Only company admins name branches of keys, endpoints and inspector's files (also deleted ones, whose customers are kept), and they reach their whole company. The tests of these calls check that
  // branches of other companies are refused.
  const isOfConnection = ({ call, path }: Taken) =>
    /\/(webhook|api-key|check-pack)/.test(call.path) && path.startsWith('branchIds')
  const named = taken
    .filter((one) => !placing(one) && !isOfConnection(one))
    .map((one) => ({ ...one, is: `${one.call.method} ${one.call.path}` }))

  const narrowestFirst = [
    'READER',
    'BRANCH_STAFF',
    'BRANCH_ADMIN',
    'AREA_MANAGER',
    'COMPANY_ADMIN',
    'VENDOR',
    'GYA_ADMIN',
  ] as const
  /** The permitted role with the narrowest scope. */
  const least = ({ call }: Taken) => narrowestFirst.find((role) => isPermitted(role, call))

  /** One row of each table of another company, of another branch, and of deleted places. */
  let elsewhere: { table: string; id: string }[]
  beforeAll(async () => {
    const found = [
      ...oneOfEachTable(await partsOf(fixtures.other)),
      ...oneOfEachTable(await partsOf({ propertyId: fixtures.second.propertyId })),
      ...oneOfEachTable(await partsOf({ propertyId: gone.propertyId })),
      { table: 'branch', id: fixtures.second.branchId },
      { table: 'branch, deleted', id: gone.branchId },
      { table: 'property', id: fixtures.second.propertyId },
      { table: 'app_user', id: fixtures.idOf.otherStaff },
      { table: 'company_contact, deleted', id: goneContact },
    ]
    const named = found.filter(({ table }) => !['event', 'mail'].includes(table) && !table.startsWith('property_happening'))
    elsewhere = [...new Map(named.map((row) => [row.id, row])).values()]
  })

  /** Sends the id at this path. */
  async function answerTo({ call, part, path }: Taken, role: UserType, id: string) {
    if (call.emailRecipients || call.limits) await fixtures.database.pool.query('delete from rate_limit')
    const others = { contact: ownContact }
    const given = sampleWithIdAt(call[part] as Parameters<typeof sampleValue>[0], path, id, others)
    const query = part === 'query' ? (given as object) : call.query ? (sampleValue(call.query, nowhere.companyId) as object) : {}
    const body = part === 'body' ? given : call.body && sampleValue(call.body, nowhere.companyId)
    const ids: Ids = Object.fromEntries(keysOf(call).map((key) => [key, fixtures.first[key]]))
    const { status, text } = await make(role, call, { ids, body, query })
    return { status, text: text.replaceAll(/"requestId":"[^"]*"|019[0-9a-f-]{33}/g, '') }
  }

  test('the list includes ids in arrays and nested objects', () => {
    const paths = named.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['branchIds', 'buyerDetails.solicitor.poc', 'items.0.agent.contact']))
    expect(paths.length).toBeGreaterThan(30)
  })

  test.each(named)('$is: $part $path', async (one) => {
    const role = least(one)
    // Nothing is out of scope for the platform admin.
    if (role === undefined || (role === 'GYA_ADMIN' && keysOf(one.call).length === 0)) return
    const unknown = await answerTo(one, role, nowhere.propertyId)
    const wrong: string[] = []
    if (isWrite(one.call) && unknown.status < 400) wrong.push(`an unknown id is taken: ${unknown.status}`)
    await withEach(rowsFor(one.call, elsewhere), async ({ table, id }) => {
      const answer = await answerTo(one, role, id)
      if (answer.status !== unknown.status || answer.text !== unknown.text)
        wrong.push(
          `${role}, of ${table}: ${answer.status} ${answer.text.slice(0, 200)} and not ${unknown.status} ${unknown.text.slice(0, 200)}`,
        )
    })
    expect(wrong).toEqual([])
  })

  test('nothing was written', async () => {
    // Exports and searches for a data subject are audited.
    const all = (tables: Record<string, string>) => ({ ...tables, 'public.audit': '' })
    expect(all(await databaseChecksum(fixtures.database))).toEqual(all(untouched))
  })
})

describe('Reads return nothing out of scope', () => {
  const reads = guarded.filter(
    ({ call }) =>
      call.method === 'GET' &&
      // Files contain no ids.
      !call.responseTypes &&
      !hasOwnParts(call) &&
      // A reference of another system identifies one record; the tests of public-api check its scope.
      !call.path.includes('/by-ref/') &&
      // Needs the sealed request of an application, which holds no id.
      call.path !== '/user/me/connect' &&
      !JSON.stringify(call.query ? sampleValue(call.query, nowhere.companyId) : {}).includes(nowhere.companyId),
  )

  test.each(reads)('$call.method $call.path', async ({ call }) => {
    const ids: Ids = Object.fromEntries(keysOf(call).map((key) => [key, fixtures.first[key]]))
    const query = call.query ? (sampleValue(call.query, nowhere.companyId) as object) : {}
    for (const role of userTypes) {
      if (!isPermitted(role, call)) continue
      const { status, text } = await make(role, call, { ids, query })
      expect([role, status]).toEqual([role, 200])
      if (role === 'GYA_ADMIN') continue
      const hidden = [...Object.values(fixtures.other), gone.branchId, gone.propertyId]
      if (actors[role].scope === 'first branch') hidden.push(fixtures.second.branchId, fixtures.second.propertyId)
      expect([role, hidden.filter((id) => text.includes(id))]).toEqual([role, []])
    }
  })
})

describe('Completeness', () => {
  test('only the calls of signing in, calendar feeds, and calls of parties with their link are public', () => {
    expect(
      endpoints
        .filter(isPublic)
        .map(({ call }) => `${call.method} ${call.path}`)
        .toSorted(),
    ).toEqual([
      'DELETE /party/proposal/:proposalId',
      'GET /auth/sso',
      'GET /auth/sso/back',
      // By its own token.
      'GET /calendar/:token.ics',
      // With a link: refused without an open one.
      'GET /party/sale',
      'PATCH /party/wishes',
      'POST /auth/forgot',
      'POST /auth/login',
      'POST /auth/passkey',
      'POST /auth/passkey/options',
      'POST /auth/reset',
      'POST /auth/second',
      'POST /auth/start',
      'POST /auth/verifyemail',
      'POST /party/proposal',
    ])
  })

  test('calls with beforeReady concern the own account only', () => {
    for (const { call } of endpoints.filter(({ call }) => call.allowedBeforeActivation))
      expect([call.permission, keysOf(call)]).toEqual(['account.use', []])
  })

  test('every route under /api is a contract or their documentation', () => {
    // Fastify merges path parameters with different names.
    const unnamed = (path: string) => path.replaceAll(/:\w+(\|:\w+)*/g, ':')
    const above: string[] = []
    const tree = fixtures.app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')
    const routes = tree.flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      above.splice(indent.length / 4, Number.POSITIVE_INFINITY, path)
      const own = methods.split(', ').filter((method) => method && method !== 'HEAD')
      return own.map((method) => `${method} ${unnamed(above.join(''))}`)
    })
    const calls = endpoints.map(({ call }) => `${call.method} /api${unnamed(call.path)}`)
    expect(routes.filter((route) => route.includes(' /api')).toSorted()).toEqual(
      [
        ...calls,
        'GET /api/openapi.json',
        'GET /api/openapi-keys.json',
        'GET /api/client.ts',
        'GET /api/docs',
        'GET /api/problems',
        // Of the protocol, without a contract.
        'GET /api/oauth/authorize',
        'POST /api/oauth/revoke',
        'POST /api/oauth/token',
        'GET /api/mcp',
        'DELETE /api/mcp',
        'POST /api/mcp',
      ].toSorted(),
    )
  })

  test('scope ids have the names expected by the access check', () => {
    const scopeLike = /^(company|branch|property)(_?id)?$/i
    for (const { call } of guarded) {
      const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const elsewhere = [...inPath, ...Object.keys(call.query?.shape ?? {})].filter(
        (name) => scopeLike.test(name) && !scopeKeys.includes(name as ScopeKey),
      )
      expect([call.path, elsewhere]).toEqual([call.path, []])
    }
  })

  test('calls of the specification are permitted to exactly its roles, apart from the new ones', async () => {
    const specifiedRoles = ['GYA_ADMIN', 'COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'VENDOR'] as const
    const lines = (await readFile(join(import.meta.dirname, 'specification-calls.tsv'), 'utf8')).split('\n')
    const specified = new Map(
      lines
        .map((line) => line.split('\t'))
        .map(([method, path = '', roles]) => [`${method} ${path.replaceAll(/\{\w+\}/g, '*')}`, roles]),
    )
    const compared = guarded.flatMap(({ call }) => {
      const roles = specified.get(`${call.method} ${call.path.slice(1).replaceAll(/:\w+/g, '*')}`)
      const permitted = specifiedRoles.filter((type) => isPermitted(type, call))
      return roles === undefined ? [] : [[call.path, roles, permitted.join(' ')]]
    })
    expect(compared.length).toBeGreaterThan(20)
    expect(compared.filter(([, roles, permitted]) => roles !== permitted)).toEqual([])
  })

  test('permissions lists each role once, in the order of userTypes', () => {
    for (const roles of Object.values<readonly string[]>(permissions))
      expect(roles).toEqual(userTypes.filter((type) => roles.includes(type)))
  })
})
