import type { Wire } from '@gya/domain/endpoint.ts'
import { addNote, deleteNote, listNotes, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { maxNoteLength } from '@gya/domain/features/notes/notes.rules.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '7 Notebook Street')
})

type Body = Wire<typeof addNote, 'body'>
const write = (message: string, timelineKey: number | null = null, as: 'staff' | 'branch' = 'staff') =>
  fixtures.as(as).ok(addNote, { params: place, body: { message, timelineKey } })
const edit = (noteId: string, body: object) => fixtures.as('staff').ok(updateNote, { params: { ...place, noteId }, body })
const remove = (noteId: string) => fixtures.as('staff').ok(deleteNote, { params: { ...place, noteId } })
const list = (query: Wire<typeof listNotes, 'query'> = {}) => fixtures.as('staff').ok(listNotes, { params: place, query })
const { SearchesBack, EnquiriesRaised, Roof } = stepKeys

describe('POST and PATCH note', () => {
  test('POST note saves message, step or null, author and times', async () => {
    const note = await write('  Rang the vendor.\r\nNo answer. ', SearchesBack)
    expect(note).toEqual({
      _id: expect.any(String),
      message: 'Rang the vendor.\nNo answer.',
      timelineKey: SearchesBack,
      author: { _id: fixtures.idOf.staff, firstName: 'staff', lastName: 'people' },
      createdon: testStart,
      updatedon: testStart,
      version: 1,
    })
    expect((await list()).data).toEqual([note])
    expect(await fixtures.as('staff').ok(addNote, { params: place, body: { message: 'x' } })).toMatchObject({ timelineKey: null })
  })

  test('PATCH note keeps author and creation date and sets updatedon', async () => {
    const { _id } = await write('First')
    fixtures.clock.advance({ minutes: 5 })
    const params = { ...place, noteId: _id }
    const edited = await fixtures.as('branch').ok(updateNote, { params, body: { message: 'Second', timelineKey: SearchesBack } })
    expect(edited).toMatchObject({
      message: 'Second',
      timelineKey: SearchesBack,
      author: { _id: fixtures.idOf.staff },
      createdon: testStart,
      updatedon: fixtures.clock.now(),
      version: 2,
    })
    expect(await edit(_id, { timelineKey: null })).toMatchObject({ message: 'Second', timelineKey: null, version: 3 })
  })

  test('GET notes returns the author’s name as text after the account is deleted', async () => {
    const leaver = await fixtures.addUser({ ...fixtures.a, type: 'COMPANY_ADMIN', email: 'leaver@people.example' })
    await (await fixtures.signedIn(leaver)).ok(addNote, { params: place, body: { message: 'Goodbye' } })
    await fixtures.database.db.updateTable('app_user').set({ deleted_on: testStart }).where('id', '=', leaver).execute()
    expect((await list()).data[0]?.author).toBe('leaver people')
  })

  test('GET notes returns a null author for notes without one', async () => {
    const { _id } = await write('From before')
    await fixtures.database.db.updateTable('note').set({ author_id: null }).where('id', '=', _id).execute()
    expect((await list()).data[0]?.author).toBeNull()
  })

  test('keeps the version of the property, so that it conflicts with no other save', async () => {
    const { version } = await fixtures.as('staff').ok(readProperty, { params: place })
    await remove((await write('Passing remark'))._id)
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).version).toBe(version)
  })
})

describe('GET notes', () => {
  test('pages by ten, newest first, stable within one instant', async () => {
    for (let n = 1; n <= 12; n += 1) await write(`Note ${n}`)
    const first = await list()
    expect(first.data.map(({ message }) => message)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Note ${n}`))
    expect(first.paging).toMatchObject({ itemsPerPage: 10, count: 12, totalPages: 2, nextPage: 1, prevPage: null })
    expect((await list({ itemsPerPage: '5', currentPage: '2' })).data.map(({ message }) => message)).toEqual(['Note 2', 'Note 1'])
    expect((await list({ currentPage: '9' })).data).toEqual([])
  })

  test('filters by step; the property has counts in total and by step', async () => {
    await write('On the whole')
    await write('Back', SearchesBack)
    await write('Still back', SearchesBack)
    await write('Raised', EnquiriesRaised)
    const back = await list({ itemKey: String(SearchesBack) })
    expect(back.data.map(({ message }) => message)).toEqual(['Still back', 'Back'])
    expect(back.paging.count).toBe(2)
    expect((await list({ itemKey: '1' })).paging.count).toBe(0)
    const counts = async () => (await fixtures.as('staff').ok(readProperty, { params: place })).notes
    expect(await counts()).toEqual({ count: 4, byStep: { [SearchesBack]: 2, [EnquiriesRaised]: 1 } })
    await remove(back.data[0]?._id ?? '')
    expect(await counts()).toEqual({ count: 3, byStep: { [SearchesBack]: 1, [EnquiriesRaised]: 1 } })
  })

  test('filters by author, text and step, and lists all authors', async () => {
    await write('Rang the LENDER', SearchesBack)
    await write('Lender rang back', SearchesBack, 'branch')
    await write('100% sure', null, 'branch')
    const messages = async (query: Wire<typeof listNotes, 'query'>) => (await list(query)).data.map(({ message }) => message)
    expect(await messages({ textSearch: 'lender' })).toEqual(['Lender rang back', 'Rang the LENDER'])
    expect(await messages({ textSearch: '0% s' })).toEqual(['100% sure'])
    expect(await messages({ textSearch: '_' })).toEqual([])
    expect(await messages({ authorId: fixtures.idOf.branch })).toEqual(['100% sure', 'Lender rang back'])
    const all = { authorId: fixtures.idOf.branch, textSearch: 'lender', itemKey: String(SearchesBack) }
    expect(await messages(all)).toEqual(['Lender rang back'])
    const { authors, paging } = await list(all)
    expect(paging.count).toBe(1)
    expect(authors).toEqual([
      { _id: fixtures.idOf.branch, name: 'branch people' },
      { _id: fixtures.idOf.staff, name: 'staff people' },
    ])
  })

  test.each(['0', '37', 'x', '', '-1', '3.5', '033'])('refuses the step %j', async (itemKey) => {
    expect(await fixtures.as('staff').refusal(listNotes, { params: place, query: { itemKey } })).toMatchObject({ status: 400 })
  })

  test('excludes notes of other properties; a note of another property is not found', async () => {
    const elsewhere = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '8 Notebook Street')
    const { _id } = await fixtures.as('staff').ok(addNote, { params: elsewhere, body: { message: 'Theirs' } })
    const foreign = await fixtures.as('otherStaff').ok(addNote, { params: fixtures.other, body: { message: 'Foreign' } })
    const gone = await write('Gone')
    await remove(gone._id)
    expect((await list()).data).toEqual([])
    for (const noteId of [_id, foreign._id, gone._id])
      await expectNothingWritten(fixtures, async () => {
        const params = { ...place, noteId }
        expect(await fixtures.as('staff').refusal(updateNote, { params, body: { message: 'Mine' } })).toMatchObject({
          status: 404,
        })
        expect(await fixtures.as('staff').refusal(deleteNote, { params })).toMatchObject({ status: 404 })
      })
  })

  test('uses index note_newest, or note_by_step with a step filter', async () => {
    const plan = async (where: string) => {
      const client = await fixtures.database.pool.connect()
      try {
        await client.query('begin')
        await client.query('set local enable_seqscan = off')
        await client.query('set local enable_bitmapscan = off')
        const { rows } = await client.query(
          `explain select * from note where company_id = $1 and property_id = $2 ${where} order by createdon desc, id desc limit 10`,
          [place.companyId, place.propertyId],
        )
        return rows.map((row) => Object.values(row as object)[0]).join('\n')
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect(await plan('')).toMatch(/Index Scan using note_newest/)
    expect(await plan('')).not.toMatch(/Sort/)
    expect(await plan('and timeline_key = 33')).toMatch(/Index Scan using note_by_step/)
    expect(await plan('and timeline_key = 33')).not.toMatch(/Sort/)
  })
})

describe('PATCH and DELETE note in the record', () => {
  test('keep the earlier text, step, author and date', async () => {
    let noteId = ''
    const recorded = await eventsDuring(fixtures, place.propertyId, async () => {
      noteId = (await write('Asked for £5,000 off', SearchesBack))._id
      await edit(noteId, { message: 'Asked for a reduction' })
      await edit(noteId, { timelineKey: null })
      await fixtures.as('branch').ok(deleteNote, { params: { ...place, noteId } })
    })
    expect(recorded).toMatchObject([
      {
        kind: 'note-added',
        by: fixtures.idOf.staff,
        data: { noteId, timelineKey: SearchesBack, message: 'Asked for £5,000 off' },
      },
      {
        kind: 'note-updated',
        data: { noteId, changes: [{ field: 'message', from: 'Asked for £5,000 off', to: 'Asked for a reduction' }] },
      },
      { kind: 'note-updated', data: { noteId, changes: [{ field: 'timelineKey', from: SearchesBack, to: null }] } },
      {
        kind: 'note-removed',
        by: fixtures.idOf.branch,
        data: { noteId, message: 'Asked for a reduction', authorId: fixtures.idOf.staff, createdon: testStart },
      },
    ])
  })

  test('PATCH note without changes records nothing', async () => {
    const { _id } = await write('As it is', SearchesBack)
    await expectNothingWritten(fixtures, async () => {
      expect(await edit(_id, { message: 'As it is', timelineKey: SearchesBack })).toMatchObject({ version: 1 })
      await edit(_id, {})
    })
  })
})

describe('POST and PATCH note refusals', () => {
  test.each<[string, object]>([
    ['an empty message', { message: '' }],
    ['a message of spaces', { message: ' \n ' }],
    ['no message', {}],
    ['a message that is too long', { message: 'x'.repeat(maxNoteLength + 1) }],
    ['a message that is no text', { message: 7 }],
    ['characters that cannot be seen', { message: 'a\u202Eb' }],
    ['an unknown step', { message: 'x', timelineKey: 37 }],
    ['a step as a text', { message: 'x', timelineKey: '33' }],
    ['a field that nobody knows', { message: 'x', author: 'me' }],
  ])('%s', async (_what, body) => {
    await expectNothingWritten(fixtures, async () => {
      expect(await fixtures.as('staff').refusal(addNote, { params: place, body: body as Body })).toMatchObject({ status: 400 })
    })
  })

  test('a step that the property does not have, unless the note already has it', async () => {
    const body = { message: 'Tiles are missing', timelineKey: Roof }
    expect(await fixtures.as('staff').refusal(addNote, { params: place, body })).toMatchObject({ code: 'STEP_NOT_FOUND' })
    const { _id } = await write('Tiles are missing')
    const params = { ...place, noteId: _id }
    expect(await fixtures.as('staff').refusal(updateNote, { params, body })).toMatchObject({ code: 'STEP_NOT_FOUND' })
    await fixtures.database.db.updateTable('note').set({ timeline_key: Roof }).where('id', '=', _id).execute()
    expect(await edit(_id, { message: 'Two tiles', timelineKey: Roof })).toMatchObject({ message: 'Two tiles' })
  })

  test('the maximum message length is accepted', async () => {
    expect((await write('x'.repeat(maxNoteLength))).message).toHaveLength(maxNoteLength)
  })

  test('STALE_VERSION names who saved and when', async () => {
    const { _id, version } = await write('First')
    const params = { ...place, noteId: _id }
    await fixtures.as('branch').ok(updateNote, { params, body: { message: 'Theirs', version } })
    const stale = await expectNothingWritten(fixtures, () =>
      fixtures.as('staff').refusal(updateNote, { params, body: { message: 'Mine', version } }),
    )
    expect(stale).toMatchObject({ code: 'STALE_VERSION', details: { savedBy: 'branch people', savedOn: testStart } })
    expect(stale.details).not.toHaveProperty('yours')
    const own = await fixtures.as('branch').refusal(updateNote, { params, body: { message: 'Theirs', version } })
    expect(own).toMatchObject({ code: 'STALE_VERSION', details: { yours: 'true' } })
  })

  test('of two concurrent edits of one version, one gets STALE_VERSION', async () => {
    const { _id, version } = await write('First')
    const params = { ...place, noteId: _id }
    const answers = await Promise.all(
      (['staff', 'branch'] as const).map((name) =>
        fixtures.as(name).call(updateNote, { params, body: { message: `By ${name}`, version } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await list()).data[0]).toMatchObject({ version: 2 })
  })
})
