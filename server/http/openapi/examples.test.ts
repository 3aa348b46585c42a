import { readFileSync, writeFileSync } from 'node:fs'
import { keyScopes } from '@gya/domain/access/api-scopes.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { createWebhook } from '@gya/domain/features/webhooks/webhooks.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { addressOf, type TestClient } from '../../../test/support/test-client.ts'
import { sealLeftOvers } from '../../features/record/seal-entries.ts'
import { type CallExample, examplesFile } from './examples.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const maxBytes = 300_000
const keyCalls = new Map(endpoints.flatMap(({ name, call }) => (call.scope ? [[name, call]] : [])))

type Answer = Record<string, unknown> & { _id: string; version: number }
type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  file?: [name: string, content: Buffer]
}

/** Makes calls with a key and keeps each as an example. */
function recorder(client: TestClient, place: Record<string, string>) {
  const examples: CallExample[] = []
  const make = async (name: string, { params = {}, query = {}, body, file }: Request = {}): Promise<Answer> => {
    const call = keyCalls.get(name)
    if (!call) throw new Error(`No key may call ${name}`)
    const named = Object.fromEntries(Object.entries({ ...place, ...params }).filter(([key]) => call.path.includes(`:${key}`)))
    const form =
      file &&
      (await multipartForm([
        ...Object.entries(body ?? {}).map(([key, value]) => [key, String(value)] as [string, string]),
        ['file', file[1], file[0]],
      ]))
    const answer = await client.inject({
      method: call.method,
      url: addressOf(call.path, named, query),
      ...(form ?? (body === undefined ? {} : { payload: body })),
    })
    if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${answer.body}`)
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    // Below the rates of a key.
    fixtures.clock.advance({ minutes: 1 })
    const json = isJson ? answer.json<Answer>() : null
    examples.push({
      call: name,
      method: call.method,
      path: call.path,
      parameters: { ...named, ...query },
      body: body ?? null,
      answer: firstRows(json),
    })
    return json as Answer
  }
  return { examples, make }
}

/** "Lists cut to one row." */
const firstRows = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstRows)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, firstRows(inner)]))
}

/** Ids in the order in which they appear: those of a run depend on what the fixtures made before. */
function withNumberedIds(examples: readonly CallExample[]): string {
  const numbers = new Map<string, string>()
  const text = JSON.stringify(examples, null, 2)
  return `${text.replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) => {
    const number = numbers.get(id) ?? `01990000-0000-7000-8000-${String(numbers.size + 1).padStart(12, '0')}`
    numbers.set(id, number)
    return number
  })}\n`
}

const address = { line1: '27 Rodway Road', line2: '', town: 'Reading', county: 'Berkshire', country: '', postcode: 'RG30 6ZZ' }
const owner = { firstName: 'Nia', lastName: 'Vale', email: 'nia.vale@people.example' }

const today = '2026-03-10'
const buying = { cashBuy: true, chain: false }

/** A sale from take-on to its viewings, offer, parties and papers, and what a program reads of it. */
async function runOfCalls(): Promise<CallExample[]> {
  const { client } = await makeKey(fixtures, { scopes: [...keyScopes] })
  const { companyId, branchId } = fixtures.first
  const { _id: webhookId } = await fixtures.as('company').ok(createWebhook, {
    params: { companyId },
    body: { url: 'https://hooks.example/gya', kinds: ['offer.added'] },
  })
  const place: Record<string, string> = { companyId, branchId, webhookId }
  const { examples, make } = recorder(client, place)
  const find = (list: unknown, is: Record<string, unknown>): Answer =>
    (list as Answer[]).find((one) => Object.entries(is).every(([key, value]) => one[key] === value)) as Answer

  // The firm
  const firm = await make('createContact', {
    body: { name: 'Heron Legal', email: 'office@heron.example', tel: '0118 496 0302', type: 'solicitor', recommended: true },
  })
  const contactId = firm._id
  await make('updateContact', { params: { contactId }, body: { tel: '0118 496 0303', version: firm.version } })
  const person = await make('createPoc', {
    params: { contactId },
    body: { name: 'Jasper Daw', email: 'jasper.daw@heron.example', tel: '07700 900301' },
  })
  await make('updatePoc', {
    params: { contactId, pocId: person._id },
    body: { note: 'Conveyancing', version: person.version },
  })
  for (const [name, request] of [
    ['readContact', { params: { contactId } }],
    ['listContacts', {}],
    ['listPocs', { query: { contactId } }],
  ] as const)
    await make(name, request)

  // The property
  const property = await make('createProperty', {
    body: { address, owner, askingPrice: 425_000, priceOption: 3, ownership: 'freehold', bedrooms: 3 },
  })
  const propertyId = property._id
  place.propertyId = propertyId
  await make('updateProperty', { body: { _id: propertyId, bedrooms: 4, version: property.version } })
  const lower = await make('addAskingPrice', { body: { price: 415_000, effectiveDate: today, priceOption: 2 } })
  const price = find((lower.mi as { askingPrice: unknown }).askingPrice, { price: 415_000 })
  await make('updateAskingPrice', { body: { _id: price._id, price: 418_000, version: price.version } })
  await make('deleteAskingPrice', { params: { askingPriceId: price._id } })

  // Viewings and offers
  const { viewings } = await make('addViewing', { body: { name: 'Hazel Finch', when: today, time: '14:30' } })
  const viewing = find(viewings, { name: 'Hazel Finch' })
  await make('updateViewing', { body: { _id: viewing._id, notes: 'Liked the garden', version: viewing.version } })
  const { offers } = await make('addOffer', { body: { name: 'Hazel Finch', amount: 410_000, when: today, ...buying } })
  const offer = find(offers, { name: 'Hazel Finch' })
  await make('updateOffer', { body: { _id: offer._id, state: 'A', acceptedOn: today, version: offer.version } })
  const more = await make('addOffer', { body: { name: 'Ned Reed', amount: 380_000, when: today, ...buying } })
  await make('deleteOffer', { params: { offerId: find(more.offers, { name: 'Ned Reed' })._id } })
  await make('deleteViewing', { params: { viewingId: viewing._id } })

  // Parties, notes, papers
  await make('saveContacts', { body: { solicitor: { contact: contactId, poc: person._id } } })
  const note = await make('addNote', { body: { message: 'Keys are with the neighbour.' } })
  await make('updateNote', {
    params: { noteId: note._id },
    body: { message: 'Keys are at the branch.', timelineKey: null, version: note.version },
  })
  const file: [string, Buffer] = ['front.png', await createPng(4, 3)]
  const { documents } = await make('addDocument', { body: { note: 'Front' }, file })
  const paper = find(documents, { note: 'Front' })
  const params = { documentId: paper._id }
  await make('updateDocument', { params, body: { note: 'Front of the house', version: paper.version } })
  await make('downloadDocument', { params })
  await make('deleteDocument', { params })

  // What a program reads
  await fixtures.database.pool.query(
    `insert into external_ref (company_id, system, kind, ref, object_id) values ($1, 'website', 'property', 'W-27', $2)`,
    [companyId, propertyId],
  )
  await sealLeftOvers(fixtures)
  await make('readOpenProperties', { query: { limit: '1' } })
  await make('readOpenProperty')
  await make('readSaleSummary')
  await make('readOpenPropertyByRef', { params: { system: 'website', ref: 'W-27' } })
  await make('readOpenReport', { query: { limit: '1' } })
  await make('readOpenEvents', { query: { limit: '1' } })
  await make('readOpenContacts', { query: { limit: '1' } })
  await make('listWebhooks')
  await make('listWebhookMessages')
  return examples
}

test('the examples of the API description are what the server answers', async () => {
  const run = withNumberedIds(await runOfCalls())
  if (process.env.UPDATE_EXAMPLES) writeFileSync(examplesFile, run)
  // The formatter has its own line breaks.
  expect(JSON.parse(run)).toEqual(JSON.parse(readFileSync(examplesFile, 'utf8')))
  expect(run.length).toBeLessThanOrEqual(maxBytes)
})

test('every call of a key has an example', () => {
  const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as CallExample[]
  expect([...new Set(examples.map(({ call }) => call))].toSorted()).toEqual([...keyCalls.keys()].toSorted())
})
