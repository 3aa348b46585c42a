import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const atOnce = <T>(times: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)))

test('more concurrent sign-ins than pool connections are all answered', async () => {
  const names = ['platform', 'company', 'branch', 'staff', 'vendor'] as const
  const emails = names.map((name) => fixtures.emailOf(name))
  const answers = await atOnce(30, (n) =>
    fixtures.anonymous.call(login, { body: { email: emails[n % 5] ?? '', password: testPassword } }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('more concurrent rate-limited calls than pool connections are all answered', async () => {
  const answers = await atOnce(20, () =>
    fixtures.as('staff').call(requestSupport, { body: { message: 'Where do I find the memorandum?' } }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
