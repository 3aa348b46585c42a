import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Address } from '@gya/domain/common/address.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { hashPassword } from '../platform/secrets.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Everybody in the world signs in with this one. */
export const testPassword = 'Test-Password-2026'

// Made once a process: a hash is made to be slow.
let passwordHash: Promise<string> | undefined

/** Who is in the small world: the platform admin; company A with two branches; company B with one. */
const cast = {
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

export type Name = keyof typeof cast

/** A branch and its one property, named as a call's path names them. */
export type Place = { companyId: string; branchId: string; propertyId: string }

export type World = TestApp & {
  a: { companyId: string }
  b: { companyId: string }
  /** Branches with a property each: two of company A, one of company B. */
  first: Place
  second: Place
  other: Place
  idOf: Record<Name, string>
  emailOf(name: Name): string
  /** Calls as somebody, by their own session, which is opened the first time. */
  as(name: Name): TestClient
  /** Puts one more account in the world; answers its id. */
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

/** The real server with the small world in it: companies, branches and properties made by the real calls. */
export async function openWorld(options: Parameters<typeof openTestApp>[0] = {}): Promise<World> {
  const test = await openTestApp(options)
  const addUser = (user: NewUser) => insertUser(test, user)
  const platformId = await addUser({ type: 'GYA_ADMIN', email: emailOf('platform') })
  const platform = await test.signedIn(platformId)
  const a = await makeCompany(platform, 'Alder & Ash', 5)
  const b = await makeCompany(platform, 'Birch Homes', 1)
  const idOf = { platform: platformId } as Record<Name, string>
  const clients = { platform } as Record<Name, TestClient>
  const branches = {
    first: await makeBranch(platform, a, 'First Street'),
    second: await makeBranch(platform, a, 'Second Street'),
    other: await makeBranch(platform, b, 'Other Street'),
  }
  for (const [name, { type, ...place }] of Object.entries(cast) as [
    Name,
    { type: UserType; company?: 'a' | 'b'; branch?: keyof typeof branches },
  ][]) {
    if (name === 'platform') continue
    const companyId = { a, b }[place.company ?? 'a']
    idOf[name] = await addUser({
      type,
      email: emailOf(name),
      companyId,
      branchId: place.branch && branches[place.branch].branchId,
    })
    clients[name] = await test.signedIn(idOf[name])
  }
  return {
    ...test,
    a: { companyId: a },
    b: { companyId: b },
    first: await takeOn(platform, branches.first, idOf.vendor, '1 First Street'),
    second: await takeOn(platform, branches.second, idOf.secondVendor, '2 Second Street'),
    other: await takeOn(platform, branches.other, idOf.otherVendor, '3 Other Street'),
    idOf,
    emailOf,
    as: (name) => clients[name],
    addUser,
  }
}

const emailOf = (name: Name): string => `${name.toLowerCase()}@people.example`

const makeCompany = async (platform: TestClient, name: string, availableLicenses: number): Promise<string> =>
  (await platform.ok(createCompany, { body: { name, availableLicenses, address: testAddress(`1 ${name} Road`) } }))._id

const makeBranch = async (platform: TestClient, companyId: string, name: string) => ({
  companyId,
  branchId: (await platform.ok(createBranch, { params: { companyId }, body: { name, address: testAddress(name) } }))._id,
})

/** Takes a property of a known vendor on, by the real call. */
export async function takeOn(
  as: TestClient,
  branch: { companyId: string; branchId: string },
  ownerId: string,
  line1: string,
): Promise<Place> {
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
