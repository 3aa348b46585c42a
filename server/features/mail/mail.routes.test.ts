import { listMail, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

const subjects = ['100% sold', '100 sold', 'under_score', 'underXscore', 'Plain']

let world: World
beforeAll(async () => {
  world = await openWorld()
  for (const subject of subjects) {
    world.clock.pass({ minutes: 1 })
    const mail = {
      id: world.clock.newId(),
      recipients: ['buyer@people.example'],
      subject,
      body: 'Text',
      createdon: world.clock.now(),
    }
    await world.database.db.insertInto('mail').values(mail).execute()
  }
})
afterAll(() => world.close())

const listed = async (query: { textSearch?: string; itemsPerPage?: string; currentPage?: string }) => {
  const { data, paging } = await world.as('platform').ok(listMail, { query })
  return { subjects: data.map(({ subject }) => subject), count: paging.count }
}

test('The outbox is listed newest first', async () => {
  expect(await listed({})).toEqual({ subjects: subjects.toReversed(), count: 5 })
})

test.each([
  ['100%', ['100% sold']],
  ['under_', ['under_score']],
  ['PLAIN', ['Plain']],
  ['Buyer@people', subjects.toReversed()],
  ['nothing like it', []],
])('Searching for %j finds it literally, in subjects and addresses, whatever the case', async (textSearch, found) => {
  expect(await listed({ textSearch })).toEqual({ subjects: found, count: found.length })
})

test('A page holds as many as were asked for, and a page past the end is an empty page of the same list', async () => {
  expect(await listed({ itemsPerPage: '2', currentPage: '1' })).toEqual({ subjects: ['under_score', '100 sold'], count: 5 })
  expect(await listed({ itemsPerPage: '2', currentPage: '9' })).toEqual({ subjects: [], count: 5 })
})

test('A message that does not exist is not found', async () => {
  expect(await world.as('platform').refusal(readMail, { params: { mailId: world.clock.newId() } })).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  })
})
