import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { addNote, deleteNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer, deleteOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { editCells } from '@gya/domain/features/report/cell-edits.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  fixtures.clock.moveTo('2026-03-10T10:00:00Z')
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '3 News Street')
})

const later = () => fixtures.clock.advance({ minutes: 1 })
const company = () => ({ companyId: place.companyId })
/** The company administrator assigns, so that it is news for both others. */
const assign = async (bStaff: string | null) => {
  later()
  return (await fixtures.as('company').ok(assignProgressor, { params: place, body: { bStaff } })).undoId
}
const undo = async (undoId: string | null) => {
  later()
  await fixtures.as('company').ok(undoChange, { params: { ...company(), undoId: undoId ?? '' }, body: {} })
}
const note = async (message: string) => {
  later()
  await fixtures.as('company').ok(addNote, { params: place, body: { message, timelineKey: null } })
}
const news = async () => {
  const row = await fixtures.database.db
    .selectFrom('action_item')
    .select(['description', 'progressor_id'])
    .where('subject_id', '=', place.propertyId)
    .where('key', '=', 'news')
    .executeTakeFirst()
  return row ? [row.progressor_id, row.description] : null
}

describe('News of a sale', () => {
  test('an undone assignment is not news for either progressor', async () => {
    const { staff, branch } = fixtures.idOf
    await assign(staff)
    expect(await news()).toEqual([staff, 'Newly assigned'])
    await note('Keys at the office')
    expect(await news()).toEqual([staff, '1 note, newly assigned'])
    const undoId = await assign(branch)
    expect(await news()).toEqual([branch, 'Newly assigned'])
    await undo(undoId)
    expect(await news()).toEqual([staff, '1 note, newly assigned'])
    expect(await news()).toEqual([staff, '1 note, newly assigned'])
  })

  test('undoing the assignment of an unassigned sale leaves no news', async () => {
    await undo(await assign(fixtures.idOf.staff))
    expect(await news()).toBeNull()
  })

  test('two assignments undone one after the other leave no news', async () => {
    const { staff, branch } = fixtures.idOf
    const first = await assign(staff)
    const second = await assign(branch)
    await undo(second)
    expect(await news()).toEqual([staff, 'Newly assigned'])
    await undo(first)
    expect(await news()).toBeNull()
    await assign(branch)
    expect(await news()).toEqual([branch, 'Newly assigned'])
  })

  test('assignments in the report are news, also with open tasks', async () => {
    const { staff } = fixtures.idOf
    later()
    const { undoId } = await fixtures.as('company').ok(editCells, {
      params: company(),
      body: { edits: [{ propertyId: place.propertyId, bStaff: staff, moveTasks: true, was: { bStaff: null } }] },
    })
    expect(await news()).toEqual([staff, 'Newly assigned'])
    await undo(undoId)
    expect(await news()).toBeNull()
  })

  test('excludes objects that were added and removed again', async () => {
    await assign(fixtures.idOf.staff)
    await note('First')
    await note('Second')
    later()
    const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'P' as const }
    const { offers } = await fixtures.as('company').ok(addOffer, { params: place, body: offer })
    const offerId = offers[0]?._id ?? ''
    expect(await news()).toEqual([fixtures.idOf.staff, '1 new offer, 2 notes, newly assigned'])
    later()
    await fixtures.as('company').ok(deleteOffer, { params: { ...place, offerId } })
    const { data: notes } = await fixtures.as('company').ok(listNotes, { params: place })
    const noteId = notes.find(({ message }) => message === 'Second')?._id ?? ''
    await fixtures.as('company').ok(deleteNote, { params: { ...place, noteId } })
    expect(await news()).toEqual([fixtures.idOf.staff, '1 note, newly assigned'])
  })
})
