import type { Wire } from '@gya/domain/endpoint.ts'
import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { addNote, deleteNote, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readPropertyRecord } from '@gya/domain/features/record/property-record.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { tamper } from '../../../test/support/tampering.ts'
import { sealLeftOvers } from './seal-entries.ts'
import { signerOf } from './sign-checkpoints.ts'
import { verifyRecord } from './verify-record.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Ledger Lane')
})
afterAll(() => fixtures.close())

const record = (query: Wire<typeof readPropertyRecord, 'query'> = {}) =>
  fixtures.as('staff').ok(readPropertyRecord, { params: place, query: { itemsPerPage: '100', ...query } })

/** The entries of an author. No filter hides deletions, also those of others. */
const writtenBy = async (userId: string) =>
  (await record({ userId })).data.filter(({ author, isDeletion }) => author?._id === userId || !isDeletion)

test('GET record: returns entries with position, author, role and source, newest or oldest first', async () => {
  fixtures.clock.advance({ minutes: 1 })
  await fixtures.as('staff').ok(addViewing, { params: place, body: { name: 'Ida Ledger', when: '2026-03-10' } })
  expect((await record()).data[0]).toMatchObject({ position: null, words: 'Viewing added' })
  await sealLeftOvers(fixtures)
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
  await sealLeftOvers(fixtures)
  const viewing = (await record()).data.find(({ kind }) => kind === 'viewing-added')
  expect(viewing?.replacedBy).toBeGreaterThan(viewing?.position ?? 0)
})

test('GET record and history: an entry keeps the name, role and device of its author when both change later', async () => {
  const { companyId } = place
  const userId = await fixtures.addUser({
    type: 'BRANCH_STAFF',
    email: 'then@people.example',
    companyId,
    branchId: place.branchId,
  })
  const person = await fixtures.signedIn(userId)
  await person.ok(addNote, { params: place, body: { message: 'written as staff' } })
  const { pool } = fixtures.database
  await person.ok(updateOwnAccount, { body: { firstName: 'Nina', lastName: 'Falk' } })
  await pool.query(`update app_user set type = 'PROGRESSOR', all_branches = true where id = $1`, [userId])
  await pool.query(`update session_log set device = 'Forged on Device' where user_id = $1`, [userId])
  await (await fixtures.signedIn(userId)).ok(addNote, { params: place, body: { message: 'written as progressor' } })
  await sealLeftOvers(fixtures)
  const notes = (await writtenBy(userId)).filter(({ kind }) => kind === 'note-added')
  expect(notes.map(({ author, via }) => [author?.name, author?.role, via])).toEqual([
    ['Nina Falk', 'Progressor', 'Screen'],
    ['then people', 'Branch Staff', 'Screen'],
  ])
  const { data } = await fixtures.as('staff').ok(readHistory, { params: place, query: { userId } })
  expect(data.map(({ author }) => author?.name)).toEqual(['Nina Falk', 'then people'])
  expect(
    await verifyRecord(fixtures.database, companyId, { now: fixtures.clock.now(), signer: signerOf(fixtures.config) }),
  ).toMatchObject({ whole: true })
  await tamper(pool, `update event set author = jsonb_set(author, '{name}', '"Somebody Else"') where id = '${notes[1]?._id}'`)
  expect(
    await verifyRecord(fixtures.database, companyId, { now: fixtures.clock.now(), signer: signerOf(fixtures.config) }),
  ).toMatchObject({
    brokenAt: notes[1]?.position,
    what: 'entry-changed',
  })
  await tamper(pool, `update event set author = jsonb_set(author, '{name}', '"then people"') where id = '${notes[1]?._id}'`)
})

test('erasing a person replaces their names as an author, also a former one, and the record stays whole', async () => {
  const { companyId } = place
  const { pool } = fixtures.database
  const userId = await fixtures.addUser({
    type: 'BRANCH_STAFF',
    email: 'gone@people.example',
    companyId,
    branchId: place.branchId,
  })
  const person = await fixtures.signedIn(userId)
  await person.ok(updateOwnAccount, { body: { firstName: 'Quilla', lastName: 'Formerly' } })
  await person.ok(addNote, { params: place, body: { message: 'by the former name' } })
  await person.ok(updateOwnAccount, { body: { firstName: 'Quilla', lastName: 'Latterly' } })
  await sealLeftOvers(fixtures)
  await fixtures.as('company').ok(erasePerson, { params: { companyId }, body: { names: ['Quilla Latterly'] } })
  await sealLeftOvers(fixtures)
  const { rows } = await pool.query('select data, author from event where company_id = $1', [companyId])
  expect(JSON.stringify(rows)).not.toContain('Quilla')
  expect((await writtenBy(userId)).map(({ author }) => author?.name)).toEqual([expect.stringMatching(/^Erased/)])
  expect(
    await verifyRecord(fixtures.database, companyId, { now: fixtures.clock.now(), signer: signerOf(fixtures.config) }),
  ).toMatchObject({ whole: true })
})

test('GET record and history: entries written into the past are shown with the time after which they were recorded, and are no gaps', async () => {
  const { pool } = fixtures.database
  const { gaps } = await record()
  await pool.query(
    `insert into event (company_id, id, property_id, at, kind)
     select $1, gen_random_uuid(), $2, '2026-01-01T09:00:00Z'::timestamptz + n * interval '1 minute', 'document-added' from generate_series(1, 70) n`,
    [place.companyId, place.propertyId],
  )
  await sealLeftOvers(fixtures)
  const remarked = [expect.stringMatching(/^Recorded after .+2026.+, not at its own time\.$/)]
  const shown = await record({ order: 'asc' })
  expect(shown.data.slice(0, 70).map(({ remarks }) => remarks)).toEqual(Array.from({ length: 70 }, () => remarked))
  expect(shown.data.filter(({ kind }) => kind === 'viewing-added').map(({ remarks }) => remarks)).toEqual([[]])
  expect(shown.gaps).toEqual(gaps)
  const history = await fixtures
    .as('staff')
    .ok(readHistory, { params: place, query: { dateEnd: '2026-01-31', itemsPerPage: '100' } })
  expect(history.data.map(({ remarks }) => remarks)).toEqual(Array.from({ length: 70 }, () => remarked))
  const signer = signerOf(fixtures.config)
  const verdict = await verifyRecord(fixtures.database, place.companyId, { now: fixtures.clock.now(), signer })
  expect(verdict).toMatchObject({ whole: true, at: expect.not.stringMatching(/^2026-01/), backdated: { count: 70 } })
})

test('GET record: the first recorded name counts for entries from before names were kept', async () => {
  const { companyId } = place
  const { pool } = fixtures.database
  const userId = await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'older@people.example', companyId })
  const insert = `insert into event (company_id, id, property_id, user_id, at, kind) values ($1, gen_random_uuid(), $2, $3, '2026-03-01', 'note-added')`
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`set local gya.restoring = 'on'`)
  await client.query(insert, [companyId, place.propertyId, userId])
  await client.query('commit')
  client.release()
  expect((await writtenBy(userId)).map(({ author }) => author)).toEqual([null])
  await pool.query('select record_authors($1)', [companyId])
  await sealLeftOvers(fixtures)
  await pool.query(`update app_user set first_name = 'New', last_name = 'Name', type = 'COMPANY_ADMIN' where id = $1`, [userId])
  await pool.query('select record_authors($1)', [companyId])
  expect((await writtenBy(userId))[0]?.author).toEqual({ _id: userId, name: 'older people', role: 'Branch Staff' })
  const { rows } = await pool.query(`select data from event where company_id = $1 and kind = 'authors-recorded'`, [companyId])
  expect(rows).toHaveLength(1)
})
