import { toFormFields } from '@gya/domain/common/form-fields.ts'
import {
  createPlatformAdministrator,
  deletePlatformAdministrator,
  listPlatformAdministrators,
  updatePlatformAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const platform = () => fixtures.as('platform')
const card = (email: string, more: object = {}) => ({ firstName: 'Gwen', lastName: 'Pike', email, ...more })

test('POST user creates a platform admin with a temporary password and no company', async () => {
  const made = await platform().ok(createPlatformAdministrator, { body: card('gwen@platform.example') })
  expect(made).toMatchObject({ type: 'GYA_ADMIN', fullName: 'Gwen Pike', branches: [], lastLogin: null })
  const [mail] = await findMailsTo(fixtures, 'gwen@platform.example')
  const temporary = /this temporary password:\s+(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await signIn(fixtures, 'gwen@platform.example', temporary)).body).toMatchObject({
    type: 'GYA_ADMIN',
    company: null,
    passwordReset: true,
  })
})

test('POST user accepts a multipart form', async () => {
  const fields = toFormFields(card('form@platform.example', { firstName: 'Fern', tel: '0118 496 0100' }))
  const boundary = 'form-of-a-user'
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const answer = await platform().inject({
    method: 'POST',
    url: '/api/user',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${parts.join('')}--${boundary}--\r\n`,
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ tel: '0118 496 0100', type: 'GYA_ADMIN' })])
})

test('POST user refuses other types and e-mail addresses of staff', async () => {
  const body = card('no@platform.example', { type: 'COMPANY_ADMIN' })
  expect(await platform().refusal(createPlatformAdministrator, { body })).toMatchObject({
    status: 400,
    issues: [{ path: 'type' }],
  })
  const taken = card(fixtures.emailOf('otherStaff'))
  expect(await platform().refusal(createPlatformAdministrator, { body: taken })).toMatchObject({
    code: 'EMAIL_TAKEN',
    issues: [{ path: 'email' }],
  })
})

test('GET user/gyaadmin finds a platform admin by id, never a company’s user', async () => {
  const found = async (id: string) =>
    (await platform().ok(listPlatformAdministrators, { query: { idsIn: id } })).data.map(({ _id }) => _id)
  expect(await found(fixtures.idOf.platform)).toEqual([fixtures.idOf.platform])
  expect(await found(fixtures.idOf.company)).toEqual([])
})

test('GET user/gyaadmin lists by name and searches name and e-mail, without company users', async () => {
  const listed = async (query: object = {}) =>
    (await platform().ok(listPlatformAdministrators, { query })).data.map(({ email }) => email)
  expect(await listed()).toEqual(['form@platform.example', 'gwen@platform.example', 'platform@people.example'])
  expect(await listed({ textSearch: 'pike' })).toEqual(['form@platform.example', 'gwen@platform.example'])
  expect(await listed({ textSearch: 'people.example' })).toEqual(['platform@people.example'])
})

test('PATCH and DELETE user/gyaadmin change and remove an admin and end the sessions', async () => {
  const userId = await fixtures.addUser({ type: 'GYA_ADMIN', email: 'leaver@platform.example' })
  const client = await fixtures.signedIn(userId)
  const change = { params: { userId }, body: { firstName: 'Lea', version: 1 } }
  expect(await platform().ok(updatePlatformAdministrator, change)).toMatchObject({ firstName: 'Lea', version: 2 })
  expect(await platform().refusal(updatePlatformAdministrator, change)).toMatchObject({ code: 'STALE_VERSION' })
  await platform().ok(deletePlatformAdministrator, { params: { userId } })
  expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
})

test('PATCH and DELETE user/gyaadmin return 404 for a company’s user', async () => {
  const params = { userId: fixtures.idOf.company }
  expect(await platform().refusal(updatePlatformAdministrator, { params, body: {} })).toMatchObject({ status: 404 })
  expect(await platform().refusal(deletePlatformAdministrator, { params })).toMatchObject({ status: 404 })
})
