import { setMailAside } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobAdder } from '../../jobs/queue.ts'
import { type MailFixtures, openMailFixtures } from '../mail-in/testing/mail-fixtures.ts'

let mails: MailFixtures
beforeAll(async () => {
  mails = await openMailFixtures()
})
afterAll(() => mails.close())

test('sweep-mail deletes junk after 14 days, e-mails aside after 90, those to file after 365, from the act; filed ones are emptied after six years', async () => {
  const { fixtures } = mails
  const sale = await mails.makeSale('190 Rodway Road')
  const from = 'Vee <vee@people.example>'
  const receive = (subject: string) => mails.receive({ from, subject, text: `About ${subject}` })
  const [junk, aside, inbox, filed] = [await receive('One'), await receive('Two'), await receive('Three'), await receive('Four')]
  for (const [id, as] of [
    [junk, 'junk'],
    [aside, 'aside'],
  ] as const)
    await fixtures.as('staff').ok(setMailAside, { params: mails.at(id), body: { as, version: 1 } })
  await mails.file(filed, sale)
  const { rows: before } = await fixtures.database.pool.query<{ raw_file: string }>('select raw_file from mail_in')
  expect(before).toHaveLength(4)
  const left = async (days: number) => {
    fixtures.clock.advance({ days })
    await jobAdder(fixtures.database.db)('sweep-mail', {})
    await fixtures.runJobs()
    const { rows } = await fixtures.database.pool.query<{ id: string }>('select id from mail_in order by id')
    return rows.map(({ id }) => id)
  }
  expect(await left(13)).toEqual([junk, aside, inbox, filed])
  expect(await left(2)).toEqual([aside, inbox, filed])
  expect(await left(76)).toEqual([inbox, filed])
  expect(await left(275)).toEqual([filed])
  const row = async () =>
    fixtures.database.db.selectFrom('mail_in').select(['subject', 'text', 'raw_file']).where('id', '=', filed).executeTakeFirst()
  expect(await row()).toMatchObject({ text: 'About Four', raw_file: expect.any(String) })
  await left(2000)
  expect(await row()).toEqual({ subject: '', text: '', raw_file: null })
  expect((await fixtures.database.pool.query('select from loose_file')).rowCount).toBe(0)
  const late = await receive('Five')
  expect(await left(40)).toEqual([filed, late])
  const { version } = await mails.read(late)
  await fixtures.as('staff').ok(setMailAside, { params: mails.at(late), body: { as: 'junk', version } })
  expect(await left(13)).toEqual([filed, late])
  expect(await left(2)).toEqual([filed])
})
