import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepDefinitions } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Step Street')
})
afterAll(() => fixtures.close())

test('PUT /property/…/timeline is rolled back when a derived row cannot be written', async () => {
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
