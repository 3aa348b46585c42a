import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepDefinitions } from '@gya/domain/features/timeline/steps.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { countRoundTrips } from '../../../test/support/round-trips.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Step Street')
})
afterAll(() => fixtures.close())

/** Every step: each survey type with its date, and a point of contact where there is one. */
const allSteps = (date: string, contactPOC: string) =>
  stepDefinitions.map(({ key, order }) =>
    order === null
      ? { key, state: 'IP' as const, surveyData: { date, contactPOC, reference: '', awaitingReports: false } }
      : { key, state: 'NA' as const },
  )

test('PUT timeline of 36 steps with a vendor mail costs three round trips after the two for session and scope', async () => {
  const { companyId } = place
  const pocs = [{ name: 'Ursa Pike', email: 'ursa@surveyors.example' }]
  const contact = await fixtures.as('company').ok(createContact, { params: { companyId }, body: { name: 'Surveyors', pocs } })
  const asked = contact.pocs[0]?._id ?? ''
  await fixtures.database.db
    .updateTable('app_user')
    .set({ email_verified: true, contact_by_email: true })
    .where('id', '=', fixtures.idOf.vendor)
    .execute()
  const trips = countRoundTrips(fixtures.database.pool)
  const costs: number[] = []
  for (const date of ['2026-04-01', '2026-04-02', '2026-04-03']) {
    const before = trips()
    const timeline = allSteps(date, asked)
    expect(timeline).toHaveLength(36)
    const { changes } = await fixtures.as('staff').ok(saveTimeline, { params: place, body: { timeline } })
    expect(changes.length).toBeGreaterThanOrEqual(17)
    costs.push(trips() - before)
  }
  expect(await findMailsTo(fixtures, fixtures.emailOf('vendor'))).not.toEqual([])
  // Two responses that arrive before the next statement is sent count as one round trip more; that is not a wait.
  expect(Math.min(...costs)).toBe(2 + 3)
})

test('PUT timeline is atomic: a failing projection rolls everything back', async () => {
  await fixtures.database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more days'; end $$;
    create trigger refuse before insert or update on property_day for each row execute function refuse()`)
  const before = await databaseChecksum(fixtures.database)
  const save = { params: place, body: { timeline: [{ key: stepDefinitions[1]?.key ?? 0, state: 'C' as const }] } }
  expect((await fixtures.as('staff').refusal(saveTimeline, save)).status).toBe(500)
  expect(await databaseChecksum(fixtures.database)).toEqual(before)
  await fixtures.database.pool.query('drop trigger refuse on property_day; drop function refuse')
  const { phase } = await fixtures.as('staff').ok(saveTimeline, save)
  expect(await fixtures.as('staff').ok(readProperty, { params: place })).toMatchObject({ phase })
})
