import { listConversations, logConversation, readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { erasePerson, exportPerson, searchPerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { search as searchEverywhere } from '@gya/domain/features/search/search.contract.ts'
import { completeTask, createTask, updateTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { snoozeActionItems } from '@gya/domain/features/today/action-item-changes.contract.ts'
import { saveUpdate } from '@gya/domain/features/vendor-updates/vendor-updates.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const jane = { names: ['Jane Quillfeather'], emails: ['jane@quill.example'], tels: ['0118 496 0188'] }

test('erasing a person removes the name from conversations, their entries and undo data, but keeps number and dates', async () => {
  const staff = fixtures.as('staff')
  const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Quill Road')
  const viewing = { name: 'Jane Quillfeather', when: '2026-03-09' }
  const { viewings } = await staff.ok(addViewing, { params: place, body: viewing })
  const partyRef = `viewing:${viewings[0]?._id}`
  await staff.ok(logConversation, {
    params: fixtures.a,
    body: {
      partyRef,
      note: 'Jane Quillfeather is back on Monday',
      sales: [
        {
          propertyId: place.propertyId,
          outcome: 'spoke',
          note: 'Ring 0118 496 0188 in the evening',
          vendorText: 'We spoke to Jane Quillfeather.',
        },
      ],
    },
  })
  const company = fixtures.as('company')
  const found = JSON.stringify(await company.ok(searchPerson, { params: fixtures.a, body: jane }))
  expect(found).toContain('Note on a conversation')
  const url = addressOf(exportPerson.path, fixtures.a)
  const { rawPayload } = await company.inject({ method: 'POST', url, payload: jane })
  const exported = Object.values(unzipSync(new Uint8Array(rawPayload))).map((file) => new TextDecoder().decode(file))
  expect(exported.join()).toContain('Jane Quillfeather is back on Monday')
  await company.ok(erasePerson, { params: fixtures.a, body: jane })

  const left = []
  for (const table of ['conversation', 'conversation_sale', 'event', 'undo', 'action_item', 'property_report']) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(table)} t`.execute(
      fixtures.database.db,
    )
    left.push(...rows.filter(({ text }) => /quillfeather|496 ?0188/i.test(text)).map(({ text }) => `${table}: ${text}`))
  }
  expect(left).toEqual([])
  const [conversation] = (await staff.ok(listConversations, { params: fixtures.a, query: { propertyId: place.propertyId } })).data
  expect(conversation).toMatchObject({ party: { ref: partyRef, role: 'viewer' }, sales: [{ outcome: 'spoke' }] })
  const card = await staff.ok(readParty, { params: fixtures.a, query: { ref: partyRef } })
  expect(card.party.name).toBe(conversation?.party.name)
  const { data } = await staff.ok(readHistory, { params: place, query: { group: 'chasing' } })
  expect(data[0]?.words).toBe(`Spoke to ${conversation?.party.name}`)
})

test('erasing a buyer removes the name from updates, search, tasks, action items, items done today, snoozes and undo data (story 22)', async () => {
  const staff = fixtures.as('staff')
  const place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '2 Quill Road')
  const buyer = { name: 'Jane Quillfeather', email: 'jane@quill.example', tel: '0118 496 0188' }
  const offer = { ...buyer, amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await staff.ok(addOffer, { params: place, body: offer })
  const add = async (title: string, propertyId: string | null) =>
    (await staff.ok(createTask, { params: fixtures.a, body: { title, note: 'Jane Quillfeather asked', propertyId } })).task._id
  const open = await add('Ring Jane Quillfeather', place.propertyId)
  await add('Write to Jane Quillfeather', null)
  const done = await add('Thank Jane Quillfeather', place.propertyId)
  await staff.ok(updateTask, { params: { ...fixtures.a, taskId: done }, body: { title: 'Thank Mrs Jane Quillfeather' } })
  await staff.ok(completeTask, { params: { ...fixtures.a, taskId: done } })
  await staff.ok(snoozeActionItems, {
    params: fixtures.a,
    body: { actionItems: [{ subjectId: place.propertyId, key: `task:${open}` }], until: '2026-03-12T07:00:00Z' },
  })
  const partyRef = `buyer:${place.propertyId}`
  const sales = [{ propertyId: place.propertyId, outcome: 'spoke' as const, note: 'Jane Quillfeather is away' }]
  await staff.ok(logConversation, { params: fixtures.a, body: { partyRef, sales } })
  const update = {
    params: { ...fixtures.a, propertyId: place.propertyId },
    body: { text: 'Jane Quillfeather has a survey booked.' },
  }
  await staff.ok(saveUpdate, update)
  const hits = async () => JSON.stringify(await staff.ok(searchEverywhere, { params: fixtures.a, query: { q: 'quillfeather' } }))
  expect(await hits()).toContain('Quillfeather')
  // A party of an open sale cannot be erased, so the sale falls off first.
  await staff.ok(performFallOff, { params: place, body: { note: 'Jane Quillfeather lost her job' } })
  await staff.ok(updateProperty, { params: place, body: { _id: place.propertyId, active: false } })
  await fixtures.as('company').ok(erasePerson, { params: fixtures.a, body: jane })

  const tables = [
    'conversation',
    'conversation_sale',
    'task',
    'action_item',
    'action_item_snooze',
    'undo',
    'event',
    'vendor_update',
    'offer',
  ]
  const left = []
  for (const table of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(table)} t`.execute(
      fixtures.database.db,
    )
    left.push(...rows.filter(({ text }) => /quillfeather|496 ?0188/i.test(text)).map(({ text }) => `${table}: ${text}`))
  }
  expect(left).toEqual([])
  expect(await hits()).not.toContain('Quillfeather')
})

test('permanently deleting a sale deletes its conversations', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'conversation_sale'::regclass and confrelid = 'property'::regclass`.execute(fixtures.database.db)
  expect(rows[0]?.definition).toContain('ON DELETE CASCADE')
})
