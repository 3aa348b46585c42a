import type { KeyScope } from '@gya/domain/access/api-scopes.ts'
import { createContact, deleteContact, updateContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { deleteBranch, deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import {
  readOpenContacts,
  readOpenEvents,
  readOpenProperties,
  readOpenProperty,
  readOpenReport,
} from '@gya/domain/features/public-api/public-api.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { sealLeftOvers } from '../record/seal-entries.ts'

let fixtures: Fixtures
let company: TestClient
beforeEach(async () => {
  fixtures = await openFixtures()
  company = fixtures.as('company')
  await sealLeftOvers(fixtures)
})
afterEach(() => fixtures.close())

const seal = () => sealLeftOvers(fixtures)
const keyOf = async (...scopes: KeyScope[]) => (await makeKey(fixtures, { scopes })).client
const visit = (place: Fixtures['first']) =>
  company.ok(addViewing, { params: place, body: { name: 'Hazel Finch', when: '2026-03-11' } })

describe('GET open/{c}/properties', () => {
  test('returns all properties first, then changed ones, in order of position', async () => {
    const client = await keyOf('property:read')
    const start = await client.ok(readOpenProperties, { params: fixtures.a })
    expect(start.data.map(({ _id }) => _id).toSorted()).toEqual(
      [fixtures.first.propertyId, fixtures.second.propertyId].toSorted(),
    )
    const next = () => client.ok(readOpenProperties, { params: fixtures.a, query: { cursor: start.cursor } })
    expect(await next()).toEqual({ data: [], cursor: start.cursor, more: false })
    await visit(fixtures.second)
    expect((await next()).data).toEqual([])
    await seal()
    const changed = await next()
    expect(changed.data).toMatchObject([{ _id: fixtures.second.propertyId, viewings: [{ when: '2026-03-11' }] }])
    expect(changed.data[0]?.position).toBeGreaterThan(Math.max(...start.data.map(({ position }) => position)))
  })

  test('pages by limit until there is no more', async () => {
    const client = await keyOf('property:read')
    const one = await client.ok(readOpenProperties, { params: fixtures.a, query: { limit: '1' } })
    const two = await client.ok(readOpenProperties, { params: fixtures.a, query: { limit: '1', cursor: one.cursor } })
    expect([one.data.length, one.more, two.data.length, two.more]).toEqual([1, true, 1, false])
    expect(one.data[0]?._id).not.toBe(two.data[0]?._id)
  })

  test('omits fees without report:read, people without contact:read and offers without offer:read', async () => {
    await visit(fixtures.first)
    await company.ok(addOffer, {
      params: fixtures.first,
      body: { name: 'Rowan Teal', amount: 200_000, cashBuy: true, chain: false },
    })
    await seal()
    const { owner } = await company.ok(readProperty, { params: fixtures.first })
    const readBy = async (...scopes: KeyScope[]) =>
      (await keyOf('property:read', ...scopes)).ok(readOpenProperty, {
        params: { ...fixtures.a, propertyId: fixtures.first.propertyId },
      })
    const plain = await readBy()
    for (const hidden of ['Hazel Finch', 'Rowan Teal', owner.email, owner.lastName])
      expect(JSON.stringify(plain)).not.toContain(hidden)
    expect([plain.mi.fees, plain.offers, plain.documents]).toEqual([undefined, undefined, undefined])
    expect(plain.isSold).toBe(false)
    expect((await readBy('offer:read')).offers).toMatchObject([{ amount: 200_000 }])
    expect(JSON.stringify(await readBy('offer:read'))).not.toContain('Rowan Teal')
    const whole = await readBy('offer:read', 'contact:read', 'report:read')
    expect(whole).toMatchObject({ owner: { email: owner.email }, offers: [{ name: 'Rowan Teal' }], mi: { fees: {} } })
    await company.ok(addOffer, {
      params: fixtures.first,
      body: { name: 'Wren Sand', amount: 210_000, cashBuy: true, chain: false, state: 'A' },
    })
    await company.ok(updateProperty, { params: fixtures.first, body: { _id: fixtures.first.propertyId, active: false } })
    expect(await readBy()).toMatchObject({ phase: 'withdrawn', isSold: true })
  })

  test('a property deleted itself or with its branch is { _id, deleted: true }', async () => {
    const client = await keyOf('property:read')
    const { cursor } = await client.ok(readOpenProperties, { params: fixtures.a })
    await company.ok(deleteProperty, { params: fixtures.first })
    await company.ok(deleteBranch, { params: { companyId: fixtures.second.companyId, branchId: fixtures.second.branchId } })
    await seal()
    const { data } = await client.ok(readOpenProperties, { params: fixtures.a, query: { cursor } })
    expect(data).toEqual(
      [fixtures.first, fixtures.second].map(({ propertyId }) => ({
        _id: propertyId,
        deleted: true,
        position: expect.any(Number),
      })),
    )
  })

  test('a key of a branch reads only that branch; a cursor is refused with another filter', async () => {
    const { client } = await makeKey(fixtures, { scopes: ['property:read'], branchIds: [fixtures.first.branchId] })
    const read = await client.ok(readOpenProperties, { params: fixtures.a })
    expect(read.data.map(({ _id }) => _id)).toEqual([fixtures.first.propertyId])
    const all = await keyOf('property:read')
    const wrong = [
      await all.refusal(readOpenProperties, { params: fixtures.a, query: { cursor: read.cursor } }),
      await all.refusal(readOpenProperties, { params: fixtures.a, query: { cursor: 'bm90IGEgY3Vyc29y' } }),
    ]
    expect(wrong.map(({ status, issues }) => [status, issues?.[0]?.path])).toEqual([
      [400, 'cursor'],
      [400, 'cursor'],
    ])
    const params = { ...fixtures.a, propertyId: fixtures.second.propertyId }
    expect((await client.refusal(readOpenProperty, { params })).status).toBe(404)
  })
})

test('GET open/{c}/report returns rows with their positions', async () => {
  const client = await keyOf('report:read')
  const { data, cursor } = await client.ok(readOpenReport, { params: fixtures.a })
  expect(data).toHaveLength(2)
  await visit(fixtures.first)
  await seal()
  expect((await client.ok(readOpenReport, { params: fixtures.a, query: { cursor } })).data).toMatchObject([
    { _id: fixtures.first.propertyId, mi: { expectedFee: null } },
  ])
})

describe('GET open/{c}/events', () => {
  test('returns types and facts without names and free text', async () => {
    const client = await keyOf('event:read')
    const { cursor } = await client.ok(readOpenEvents, { params: fixtures.a })
    await company.ok(addOffer, {
      params: fixtures.first,
      body: { name: 'Rowan Teal', amount: 200_000, cashBuy: true, chain: false },
    })
    await company.ok(addNote, { params: fixtures.first, body: { message: 'Secret words' } })
    await seal()
    const { data } = await client.ok(readOpenEvents, { params: fixtures.a, query: { cursor } })
    expect(data).toMatchObject([
      { type: 'offer.added', propertyId: fixtures.first.propertyId, facts: { amount: 200_000 }, via: 'app' },
      { type: 'note.added' },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Rowan|Secret/)
    const filtered = await client.ok(readOpenEvents, { params: fixtures.a, query: { kinds: 'note.added' } })
    expect(filtered.data.map(({ type }) => type)).toEqual(['note.added'])
    expect(
      (await client.ok(readOpenEvents, { params: fixtures.a, query: { kinds: 'note.added', cursor: filtered.cursor } })).data,
    ).toEqual([])
  })

  test('a finished import has no property, and is not returned to keys limited to branches', async () => {
    const { companyId } = fixtures.a
    const author = { companyId, userId: null, at: fixtures.clock.now(), newId: () => fixtures.clock.newId() }
    const data = { importId: fixtures.clock.newId(), name: 'Larkmead', written: 42, heldBack: 0 }
    await recordCompanyEvents(fixtures.database.db, author, [{ kind: 'import-finished', data }])
    await seal()
    const input = { params: fixtures.a, query: { kinds: 'import.finished' } }
    const { name: _name, ...facts } = data
    expect((await (await keyOf('event:read')).ok(readOpenEvents, input)).data).toMatchObject([
      { type: 'import.finished', propertyId: null, branchId: null, facts },
    ])
    const narrow = await makeKey(fixtures, { scopes: ['event:read'], branchIds: [fixtures.first.branchId] })
    expect((await narrow.client.ok(readOpenEvents, input)).data).toEqual([])
  })

  test('an unknown kind returns 400 with its name', async () => {
    const refused = await (await keyOf('event:read')).refusal(readOpenEvents, {
      params: fixtures.a,
      query: { kinds: 'note.sung' },
    })
    expect([refused.status, refused.issues?.[0]]).toEqual([400, { path: 'kinds', message: 'Unknown kind note.sung.' }])
  })
})

test('GET open/{c}/contacts: changing a firm changes the position of the firm but not of properties', async () => {
  const client = await keyOf('contact:read', 'property:read')
  const properties = await client.ok(readOpenProperties, { params: fixtures.a })
  const { _id: contactId } = await company.ok(createContact, { params: fixtures.a, body: { name: 'Alder & Law' } })
  await seal()
  const { data, cursor } = await client.ok(readOpenContacts, { params: fixtures.a })
  expect(data).toMatchObject([{ _id: contactId, name: 'Alder & Law' }])
  await company.ok(updateContact, { params: { ...fixtures.a, contactId }, body: { name: 'Elder & Law' } })
  await seal()
  const changed = await client.ok(readOpenContacts, { params: fixtures.a, query: { cursor } })
  expect(changed.data).toMatchObject([{ name: 'Elder & Law' }])
  await company.ok(deleteContact, { params: { ...fixtures.a, contactId } })
  await seal()
  expect((await client.ok(readOpenContacts, { params: fixtures.a, query: { cursor: changed.cursor } })).data).toMatchObject([
    { _id: contactId, deleted: true },
  ])
  expect((await client.ok(readOpenProperties, { params: fixtures.a, query: { cursor: properties.cursor } })).data).toEqual([])
})
