import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn, testPassword } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { createTestDatabase } from './test-database.ts'

let one: Fixtures
let two: Fixtures
beforeAll(async () => {
  ;[one, two] = await Promise.all([openFixtures(), openFixtures({ config: { publicUrl: 'https://gya.example' } })])
})
afterAll(() => Promise.all([one.close(), two.close()]))

test('openFixtures: every user has a session and can sign in, for any configuration', async () => {
  for (const fixtures of [one, two])
    for (const [name, id] of Object.entries(fixtures.idOf))
      expect(await fixtures.as(name as keyof Fixtures['idOf']).ok(readMe)).toMatchObject({ _id: id })
  expect((await signIn(one, one.emailOf('staff'), testPassword)).status).toBe(200)
})

test('openFixtures: changes of one test file are not visible in another', async () => {
  await one.as('platform').ok(updateCompany, { body: { _id: one.a.companyId, name: 'Changed' } })
  expect(await two.as('platform').ok(readCompany, { params: two.a })).toMatchObject({ name: 'Alder & Ash' })
})

test('openFixtures: new rows do not reuse ids of fixtures', async () => {
  const { rows } = await one.database.pool.query<{ id: string }>('select id from app_user union all select id from property')
  const place = await takeOn(one.as('platform'), one.first, one.idOf.vendor, '5 New Street')
  expect(rows.map(({ id }) => id)).not.toContain(place.propertyId)
  expect(rows.map(({ id }) => id)).not.toContain(await one.addUser({ type: 'GYA_ADMIN', email: 'new@people.example' }))
})

test('openFixtures on a separate database creates the same fixtures through the API', async () => {
  const made = await openFixtures({ on: await createTestDatabase() })
  const places = ({ a, b, first, second, other, idOf }: Fixtures) => ({ a, b, first, second, other, idOf })
  expect(places(made)).toEqual(places(one))
  expect(await made.as('company').ok(readMe)).toMatchObject({ _id: made.idOf.company })
  await made.close()
})
