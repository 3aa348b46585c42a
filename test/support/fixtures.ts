import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Address } from '@gya/domain/common/address.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { createTestSession } from '../../server/features/sessions/sessions.repository.ts'
import { hashPassword } from '../../server/infra/secrets.ts'
import { clientOf, openTestApp, type TestApp, testStart } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'

/** The password of every fixture user. */
export const testPassword = 'Test-Password-2026'

// Hashed once per process, because hashing is slow by design.
let passwordHash: Promise<string> | undefined

/** The fixture users: the platform admin; company A with two branches; company B with one. */
const fixtureUsers = {
  platform: { type: 'GYA_ADMIN' },
  company: { type: 'COMPANY_ADMIN', company: 'a' },
  branch: { type: 'BRANCH_ADMIN', company: 'a', branch: 'first' },
  staff: { type: 'BRANCH_STAFF', company: 'a', branch: 'first' },
  vendor: { type: 'VENDOR', company: 'a' },
  secondBranch: { type: 'BRANCH_ADMIN', company: 'a', branch: 'second' },
  secondVendor: { type: 'VENDOR', company: 'a' },
  otherCompany: { type: 'COMPANY_ADMIN', company: 'b' },
  otherBranch: { type: 'BRANCH_ADMIN', company: 'b', branch: 'other' },
  otherStaff: { type: 'BRANCH_STAFF', company: 'b', branch: 'other' },
  otherVendor: { type: 'VENDOR', company: 'b' },
} as const satisfies Record<string, { type: UserType; company?: 'a' | 'b'; branch?: 'first' | 'second' | 'other' }>

export type FixtureUser = keyof typeof fixtureUsers

/** A branch and its only property, named like path parameters. */
export type PropertyPath = { companyId: string; branchId: string; propertyId: string }

export type Fixtures = TestApp & {
  a: { companyId: string }
  b: { companyId: string }
  /** Branches with one property each: two of company A, one of company B. */
  first: PropertyPath
  second: PropertyPath
  other: PropertyPath
  idOf: Record<FixtureUser, string>
  emailOf(name: FixtureUser): string
  /** A client with the session of a fixture user. */
  as(name: FixtureUser): TestClient
  /** Inserts another account; returns its id. */
  addUser(user: NewUser): Promise<string>
}

export type NewUser = {
  type: UserType
  email: string
  companyId?: string | undefined
  branchId?: string | undefined
  activated?: boolean
  passwordReset?: boolean
  password?: string
}

export const testAddress = (line1: string): Address => ({
  line1,
  line2: '',
  town: 'Reading',
  county: 'Berkshire',
  country: '',
  postcode: 'RG30 6ZZ',
})

type Options = Parameters<typeof openTestApp>[0]

/** Data that the template database does not contain: ids by name, session tokens, and the state of the id generator. */
export type FixtureIds = {
  places: Pick<Fixtures, 'a' | 'b' | 'first' | 'second' | 'other' | 'idOf'>
  tokens: Record<FixtureUser, string>
  idsGiven: number
}

/** The real server on a copy of the template database. With `on`, the fixtures are created there through the API instead. */
export async function openFixtures(options: Options = {}): Promise<Fixtures> {
  if (options.on) {
    const test = await openTestApp(options)
    return fixturesFrom(test, await insertFixtures(test))
  }
  const { inject } = await import('vitest')
  const { template, made } = inject('testWorld')
  const clock = new TestClock(testStart, made.idsGiven)
  return fixturesFrom(await openTestApp({ ...options, clock, on: await createTestDatabase(template) }), made)
}

/** Creates the fixtures in an empty database, the template of `openFixtures`. */
export async function createFixtures(url: string): Promise<FixtureIds> {
  const test = await openTestApp({ on: { url, drop: async () => {} } })
  const made = await insertFixtures(test)
  await test.close()
  return made
}

function fixturesFrom(test: TestApp, { places, tokens }: FixtureIds): Fixtures {
  const clients: Partial<Record<FixtureUser, TestClient>> = {}
  return {
    ...test,
    ...places,
    emailOf,
    as: (name) => (clients[name] ??= clientOf(test, places.idOf[name], { at: testStart, token: tokens[name] })),
    addUser: (user) => insertUser(test, user),
  }
}

/** Creates companies, branches and properties through the API, and users with a session each. */
async function insertFixtures(test: TestApp): Promise<FixtureIds> {
  const { database, clock } = test
  const idOf = {} as Record<FixtureUser, string>
  const tokens = {} as Record<FixtureUser, string>
  const add = async (name: FixtureUser, user: Omit<NewUser, 'email'>) => {
    idOf[name] = await insertUser(test, { ...user, email: emailOf(name) })
    tokens[name] = await createTestSession(database.db, idOf[name], clock.now())
  }
  await add('platform', { type: 'GYA_ADMIN' })
  const platform = clientOf(test, idOf.platform, { at: clock.now(), token: tokens.platform })
  const a = await makeCompany(platform, 'Alder & Ash', 5)
  const b = await makeCompany(platform, 'Birch Homes', 1)
  const branches = {
    first: await makeBranch(platform, a, 'First Street'),
    second: await makeBranch(platform, a, 'Second Street'),
    other: await makeBranch(platform, b, 'Other Street'),
  }
  // As branches of before: a test says who runs its sales.
  await database.db.updateTable('branch').set({ assign_rule: 'none' }).execute()
  for (const [name, { type, ...place }] of Object.entries(fixtureUsers) as [
    FixtureUser,
    { type: UserType; company?: 'a' | 'b'; branch?: keyof typeof branches },
  ][])
    if (name !== 'platform')
      await add(name, {
        type,
        companyId: { a, b }[place.company ?? 'a'],
        branchId: place.branch && branches[place.branch].branchId,
      })
  await enterForGood(test, idOf.platform, [a, b])
  const places = {
    a: { companyId: a },
    b: { companyId: b },
    first: await takeOn(platform, branches.first, idOf.vendor, '1 First Street'),
    second: await takeOn(platform, branches.second, idOf.secondVendor, '2 Second Street'),
    other: await takeOn(platform, branches.other, idOf.otherVendor, '3 Other Street'),
    idOf,
  }
  return { places, tokens, idsGiven: clock.idsGiven }
}

/** Support accesses that do not end, so that tests with a later clock are in the companies too. */
async function enterForGood({ database: { db }, clock }: TestApp, userId: string, companyIds: string[]): Promise<void> {
  const access = { user_id: userId, reason: 'Support access of the fixtures', hours: 8, asked_on: clock.now() }
  const opened = { ...access, opened_on: clock.now(), ends_on: '2126-01-01T00:00:00.000Z' }
  for (const companyId of companyIds)
    await db
      .insertInto('support_access')
      .values({ company_id: companyId, id: clock.newId(), ...opened })
      .execute()
}

const emailOf = (name: FixtureUser): string => `${name.toLowerCase()}@people.example`

const makeCompany = async (platform: TestClient, name: string, availableLicenses: number): Promise<string> =>
  (await platform.ok(createCompany, { body: { name, availableLicenses, address: testAddress(`1 ${name} Road`) } }))._id

const makeBranch = async (platform: TestClient, companyId: string, name: string) => ({
  companyId,
  branchId: (await platform.ok(createBranch, { params: { companyId }, body: { name, address: testAddress(name) } }))._id,
})

/** Takes on a property of an existing vendor through the API. */
export async function takeOn(
  as: TestClient,
  branch: { companyId: string; branchId: string },
  ownerId: string,
  line1: string,
): Promise<PropertyPath> {
  const property = await as.ok(createProperty, { params: branch, body: { address: testAddress(line1), owner: { _id: ownerId } } })
  return { ...branch, propertyId: property._id }
}

async function insertUser({ database: { db }, clock }: TestApp, user: NewUser): Promise<string> {
  const id = clock.newId()
  passwordHash ??= hashPassword(testPassword)
  const [firstName = '', domain = ''] = user.email.split('@')
  await db
    .insertInto('app_user')
    .values({
      id,
      company_id: user.type === 'GYA_ADMIN' ? null : (user.companyId ?? null),
      type: user.type,
      first_name: firstName,
      last_name: domain.split('.')[0] ?? '',
      email: user.email,
      password_hash: user.password ? await hashPassword(user.password) : await passwordHash,
      activated: user.activated ?? true,
      password_reset: user.passwordReset ?? false,
      createdon: clock.now(),
    })
    .execute()
  if (user.branchId && user.companyId)
    await db.insertInto('branch_member').values({ company_id: user.companyId, branch_id: user.branchId, user_id: id }).execute()
  return id
}
