import type { Wire } from '@gya/domain/endpoint.ts'
import { addNote, deleteNote, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readPropertyRecord } from '@gya/domain/features/record/property-record.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { sealLeftOvers } from './seal-entries.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Ledger Lane')
})
afterAll(() => fixtures.close())

const record = (query: Wire<typeof readPropertyRecord, 'query'> = {}) =>
  fixtures.as('staff').ok(readPropertyRecord, { params: place, query: { itemsPerPage: '100', ...query } })

test('GET record: returns entries with position, author, role and source, newest or oldest first', async () => {
  fixtures.clock.advance({ minutes: 1 })
  await fixtures.as('staff').ok(addViewing, { params: place, body: { name: 'Ida Ledger', when: '2026-03-10' } })
  expect((await record()).data[0]).toMatchObject({ position: null, words: 'Viewing added' })
  await sealLeftOvers(fixtures.database)
  const { data, paging, verdict } = await record()
  expect(data[0]).toMatchObject({
    position: expect.any(Number),
    author: { name: 'staff people', role: 'Branch Staff' },
    via: 'Screen',
    isDeletion: false,
    replacedBy: null,
  })
  expect(data.map(({ position }) => position)).toEqual(
    data.map(({ position }) => position).toSorted((a, b) => Number(b) - Number(a)),
  )
  expect((await record({ order: 'asc' })).data).toEqual(data.toReversed())
  expect({ count: paging.count, verdict }).toEqual({ count: data.length, verdict: null })
})

test('GET record: no filter hides a deletion, which contains the last wording', async () => {
  const staff = fixtures.as('staff')
  const { _id } = await staff.ok(addNote, { params: place, body: { message: 'first' } })
  const note = { ...place, noteId: _id }
  await staff.ok(updateNote, { params: note, body: { message: 'second' } })
  await staff.ok(deleteNote, { params: note })
  const deletion = expect.objectContaining({ kind: 'note-removed', isDeletion: true, facts: [{ what: 'Note', to: 'second' }] })
  for (const query of [{ groups: 'price,chain' }, { dateStart: '2026-04-01' }, { userId: fixtures.idOf.vendor }] as const)
    expect((await record(query)).data).toEqual([deletion])
  expect((await record({ groups: 'notes' })).data).toHaveLength(3)
})

test('GET record: refuses an unknown group', async () => {
  const refusal = await fixtures.as('staff').refusal(readPropertyRecord, { params: place, query: { groups: 'price,gossip' } })
  expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'groups' }] })
})

test('GET record: returns periods of 14 days without an entry', async () => {
  expect((await record()).gaps).toEqual([])
  fixtures.clock.advance({ days: 23 })
  await fixtures.as('staff').ok(addNote, { params: place, body: { message: 'after a while' } })
  expect((await record()).gaps).toEqual([{ from: '2026-03-10', until: '2026-04-02', days: 23 }])
})

test('GET record: returns the erasure that replaced an entry', async () => {
  await fixtures.as('company').ok(erasePerson, { params: { companyId: place.companyId }, body: { names: ['Ida Ledger'] } })
  await sealLeftOvers(fixtures.database)
  const viewing = (await record()).data.find(({ kind }) => kind === 'viewing-added')
  expect(viewing?.replacedBy).toBeGreaterThan(viewing?.position ?? 0)
})
