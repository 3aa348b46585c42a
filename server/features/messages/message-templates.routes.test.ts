import {
  createMessageTemplate,
  deleteMessageTemplate,
  listMessageTemplates,
  listMessageTemplateTexts,
  saveMessageTemplate,
  switchAutomatic,
} from '@gya/domain/features/messages/message-templates.contract.ts'
import { previewMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { starterTemplates } from '@gya/domain/features/messages/starter-templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const words = { audience: ['vendorSolicitor' as const], subject: '{line1}', body: 'Dear {recipient}' }
const draft = (name: string, more: object = {}) => ({ name, channel: 'email' as const, ...words, ...more })
const company = () => ({ companyId: fixtures.a.companyId })
/** The company's administrator reads the template on a sale. */
const preview = (template: { _id: string; subject: string; body: string } | undefined) =>
  fixtures.as('company').ok(previewMessages, {
    params: company(),
    body: {
      templateId: template?._id ?? '',
      subject: template?.subject ?? '',
      body: template?.body ?? '',
      to: [{ partyRef: `vendor:${fixtures.idOf.vendor}`, propertyIds: [fixtures.first.propertyId] }],
    },
  })
const list = (as: FixtureUser, query = {}) => fixtures.as(as).ok(listMessageTemplates, { params: company(), query })
const create = (as: FixtureUser, body: ReturnType<typeof draft>, query = {}) =>
  fixtures.as(as).ok(createMessageTemplate, { params: company(), query, body })
const refused = (as: FixtureUser, body: ReturnType<typeof draft>, query = {}) =>
  fixtures.as(as).refusal(createMessageTemplate, { params: company(), query, body })

test('"Seven come with a company, copied on creation", all off', async () => {
  const { data } = await list('staff')
  expect(data.map(({ name }) => name)).toEqual(starterTemplates.map(({ name }) => name).toSorted())
  expect(data.map(({ automatic, number, branchId }) => [automatic, number, branchId])).toEqual(
    starterTemplates.map(() => [false, 1, null]),
  )
})

describe('PUT messagetemplate', () => {
  test('"each save is a new numbered text"; earlier texts have their authors', async () => {
    const { _id, version } = await create('company', draft('Numbered'))
    const params = { ...company(), templateId: _id }
    const saved = await fixtures
      .as('company')
      .ok(saveMessageTemplate, { params, body: { ...draft('Numbered'), body: 'Hello {recipient}', version } })
    expect(saved).toMatchObject({ number: 2, body: 'Hello {recipient}', version: 2 })
    const { data } = await fixtures.as('staff').ok(listMessageTemplateTexts, { params })
    expect(data.map(({ number, body }) => [number, body])).toEqual([
      [2, 'Hello {recipient}'],
      [1, 'Dear {recipient}'],
    ])
    expect(data[0]?.savedBy).toEqual(expect.any(String))
    const stale = { params, body: { ...draft('Numbered'), version } }
    expect((await fixtures.as('company').refusal(saveMessageTemplate, stale)).code).toBe('STALE_VERSION')
  })

  test('a change of other fields creates no new text', async () => {
    const { _id } = await create('company', draft('Renamed'))
    const params = { ...company(), templateId: _id }
    const saved = await fixtures.as('company').ok(saveMessageTemplate, { params, body: draft('Renamed too', { steps: [33] }) })
    expect(saved).toMatchObject({ number: 1, name: 'Renamed too', steps: [33] })
  })
})

describe('Saving a template refuses', () => {
  test('an unknown field: 400 with its place; there is none for fees', async () => {
    expect(await refused('company', draft('Fee', { body: 'a\nthe {fee}' }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'body', message: 'Line 2, character 5: There is no field {fee}.' }],
    })
  })

  test('MERGE_FIELD_NOT_FOR_AUDIENCE: {buyer.name} to the vendor', async () => {
    const body = draft('Buyer', { audience: ['vendorSolicitor', 'vendor'], body: '{buyer.name}' })
    expect(await refused('company', body)).toMatchObject({
      status: 409,
      code: 'MERGE_FIELD_NOT_FOR_AUDIENCE',
      issues: [{ path: 'body', message: expect.stringContaining('{buyer.name}') }],
    })
  })

  test('a name that is taken, ignoring case', async () => {
    expect((await refused('company', draft('all PARTIES'))).code).toBe('TEMPLATE_NAME_TAKEN')
  })

  test('a branch administrator’s changes of the company’s templates and those of other branches', async () => {
    expect((await refused('branch', draft('Mine'))).code).toBe('FORBIDDEN')
    const { _id } = await create('company', draft('Of the other branch'), { branchId: fixtures.second.branchId })
    const params = { ...company(), templateId: _id }
    expect((await fixtures.as('branch').refusal(saveMessageTemplate, { params, body: draft('x') })).code).toBe('NOT_FOUND')
    expect((await fixtures.as('branch').refusal(listMessageTemplateTexts, { params })).code).toBe('NOT_FOUND')
    expect((await fixtures.as('branch').refusal(deleteMessageTemplate, { params })).code).toBe('NOT_FOUND')
  })
})

test('"a branch’s of the same name stands in for the company’s in that branch", until it is deleted', async () => {
  const query = { branchId: fixtures.first.branchId }
  const own = await create('branch', draft('chase BROKER', { body: 'Ours' }), query)
  const named = async (more = {}) => (await list('staff', more)).data.filter(({ name }) => /chase broker/i.test(name))
  expect((await named(query)).map(({ body }) => body)).toEqual(['Ours'])
  expect((await named()).map(({ branchId }) => branchId)).toEqual([null])
  await fixtures.as('branch').ok(deleteMessageTemplate, { params: { ...company(), templateId: own._id } })
  expect((await named(query)).map(({ branchId }) => branchId)).toEqual([null])
})

describe('PUT messagetemplate automatic', () => {
  test('switches a template with an event on and off, and records it', async () => {
    const exchanged = (await list('staff')).data.find(({ name }) => name === 'Exchanged')
    const params = { ...company(), templateId: exchanged?._id ?? '' }
    await preview(exchanged)
    expect(await fixtures.as('company').ok(switchAutomatic, { params, body: { automatic: true } })).toMatchObject({
      automatic: true,
    })
    const events = await fixtures.database.db
      .selectFrom('event')
      .select('data')
      .where('kind', '=', 'automatic-switched')
      .execute()
    expect(events).toMatchObject([{ data: { name: 'Exchanged', automatic: true } }])
  })

  test('another event has to be switched on again; without an event 400', async () => {
    const moves = await create('company', draft('Moves', { event: 'exchanged' }))
    const params = { ...company(), templateId: moves._id }
    await preview(moves)
    await fixtures.as('company').ok(switchAutomatic, { params, body: { automatic: true } })
    const body = draft('Moves', { event: 'completed' })
    expect(await fixtures.as('company').ok(saveMessageTemplate, { params, body })).toMatchObject({ automatic: false })
    // A preview for one event does not count for another.
    expect((await fixtures.as('company').refusal(switchAutomatic, { params, body: { automatic: true } })).code).toBe(
      'PREVIEW_FIRST',
    )
    await fixtures.as('company').ok(saveMessageTemplate, { params, body: draft('Moves') })
    const refusal = await fixtures.as('company').refusal(switchAutomatic, { params, body: { automatic: true } })
    expect(refusal.code).toBe('VALIDATION_FAILED')
  })
})
