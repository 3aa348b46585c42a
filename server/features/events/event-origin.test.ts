import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readPropertyRecord } from '@gya/domain/features/record/property-record.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { signCheckpoints } from '../record/sign-checkpoints.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const originOf = async (kind: string) => {
  const { rows } = await fixtures.database.pool.query<{ via: string; device: string | null }>(
    `select e.via, l.device from event e left join session_log l on l.id = e.via_id where e.kind = $1 order by e.at desc limit 1`,
    [kind],
  )
  return rows[0]
}

test('via: the session of the author, whichever statement wrote the entry; entries of jobs are made by rules', async () => {
  const { first } = fixtures
  await fixtures.database.pool.query(`update session_log set device = 'Firefox on Windows'`)
  const staff = fixtures.as('staff')
  await staff.ok(addNote, { params: first, body: { message: 'seen' } })
  await staff.ok(updateProperty, { params: first, body: { _id: first.propertyId, bedrooms: 4 } })
  await staff.ok(logConversation, {
    params: fixtures.a,
    body: { partyRef: `vendor:${fixtures.idOf.vendor}`, sales: [{ propertyId: first.propertyId, outcome: 'spoke' }] },
  })
  for (const kind of ['note-added', 'property-edited', 'conversation-logged'])
    expect([kind, await originOf(kind)]).toEqual([kind, { via: 'app', device: 'Firefox on Windows' }])
  await signCheckpoints(fixtures)
  await fixtures.runJobs()
  const { data } = await staff.ok(readPropertyRecord, { params: first, query: {} })
  expect(data.find(({ kind }) => kind === 'note-added')?.via).toBe('Screen, Firefox on Windows')
  expect(await originOf('checkpoint-signed')).toEqual({ via: 'job', device: null })
})

test('via: the session of a platform administrator belongs to the platform', async () => {
  const { first } = fixtures
  await fixtures.database.pool.query(`update session_log set device = 'Edge on Windows'`)
  await fixtures.as('platform').ok(addNote, { params: first, body: { message: 'helped' } })
  const { data } = await fixtures.as('staff').ok(readPropertyRecord, { params: first, query: {} })
  expect(data.find(({ author }) => author?._id === fixtures.idOf.platform)?.via).toBe('Screen, Edge on Windows')
})
