import { londonDay, londonInstant, showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readPropertyRecord } from '@gya/domain/features/record/property-record.contract.ts'
import { readSaleSummary } from '@gya/domain/features/sale-summary/sale-summary.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { forecastSales } from '../forecast/forecast-sales.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'

/** Story 13 of [open §11](docs/design/open.md#11), and line 6 of its section 14. */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

type Summary = Wire<typeof readSaleSummary, 'response'>
type Entry = Wire<typeof readPropertyRecord, 'response'>['data'][number]

const summaryOf = (client: TestClient, params: PropertyPath): Promise<Summary> => client.ok(readSaleSummary, { params })

const recordOf = async (client: TestClient, params: PropertyPath): Promise<Map<string, Entry>> => {
  const { data } = await client.ok(readPropertyRecord, { params, query: { itemsPerPage: '100' } })
  return new Map(data.map((entry) => [entry._id, entry]))
}

/** What an entry shows on the Record page. */
const shownBy = ({ at, words, facts }: Entry): string =>
  [showDate(londonDay(at)), words, ...facts.flatMap(({ from, to }) => [from, to])].join(' | ')

/** The days and amounts of a sentence. */
const toProve = (text: string): string[] => text.match(/\d{2}\/\d{2}\/\d{4}|£[\d,]+(?:\.\d\d)?/g) ?? []

/** Every day and amount of an entry's sentence is shown by one of its entries. */
function expectProved({ sentences }: Summary, record: ReadonlyMap<string, Entry>): void {
  expect(sentences.length).toBeLessThanOrEqual(5)
  for (const { text, proofs } of sentences) {
    expect(proofs.length).toBeGreaterThan(0)
    if (proofs.some(({ kind }) => kind === 'forecast')) continue
    const shown = proofs.flatMap(({ eventId }) => {
      if (eventId === null) return []
      const entry = record.get(eventId)
      expect(entry, `the entry of "${text}"`).toBeDefined()
      return entry ? [shownBy(entry)] : []
    })
    for (const value of toProve(text)) expect([text, shown.some((words) => words.includes(value))]).toEqual([text, true])
  }
}

const today = '2025-11-24'
const textsOf = ({ sentences }: Summary): string[] => sentences.map(({ text }) => text)

test('five sentences: each with the entry that holds the day said; the second changes as soon as a step is completed', async () => {
  fixtures.clock.moveTo(londonInstant('2025-10-12', '10:00'))
  const admin = await fixtures.signedIn(fixtures.idOf.company)
  const place = await takeOn(admin, fixtures.first, fixtures.idOf.vendor, '27 Rodway Road')
  const offer = { name: 'Mr A. Otter', amount: 325_000, cashBuy: false, chain: false, state: 'A' as const }
  await admin.ok(addOffer, { params: place, body: offer })
  fixtures.clock.moveTo(londonInstant('2025-10-20', '10:00'))
  const complete = async (key: number) => {
    const client = await fixtures.signedIn(fixtures.idOf.staff)
    return client.ok(saveTimeline, { params: place, body: { timeline: [{ key, state: 'C' as const }] } })
  }
  await complete(stepKeys.MemoOfSaleSent)
  fixtures.clock.moveTo(londonInstant(today, '09:00'))
  const staff = await fixtures.signedIn(fixtures.idOf.staff)
  await staff.ok(logConversation, {
    params: { companyId: place.companyId },
    body: {
      partyRef: `buyer:${place.propertyId}`,
      channel: 'call',
      sales: [{ propertyId: place.propertyId, outcome: 'leftMessage', itemKeys: [`step:${stepKeys.MortgageAppSubmitted}`] }],
    },
  })
  await forecastSales({ database: fixtures.database, clock: fixtures.clock })
  const before = await summaryOf(staff, place)
  expect(before.asAt).toBe(today)
  expect(before.sentences.map(({ kind }) => kind)).toEqual(['stands', 'last', 'waiting', 'trouble', 'ahead'])
  const [stands, last, waiting, trouble, ahead] = textsOf(before)
  expect(stands).toBe('27 Rodway Road is sold to Mr A. Otter at £325,000 since 12/10/2025.')
  expect(last).toBe('Last: Memo of sale sent, done on 20/10/2025.')
  expect(waiting).toMatch(/^We are waiting for .*the draft contract \(vendor, since 20\/10\/2025\)/)
  expect(trouble).toMatch(/ is \d+ days overdue; left message on 24\/11\/2025(?:; 2 more are overdue)?\.$/)
  expect(ahead).toMatch(/^Half of such sales exchange by \d\d\/\d\d\/\d{4}; .* decides it\.$/)
  expectProved(before, await recordOf(staff, place))
  const path = before.sentences[1]?.proofs[0]?.path
  expect(path).toMatch(/^\/property\/record\?branch=.*&from=2025-10-20&until=2025-10-20&id=/)

  const { client: key } = await makeKey(fixtures, { scopes: ['property:read'] })
  const withoutNames = await summaryOf(key, place)
  expect(textsOf(withoutNames)[0]).toBe('27 Rodway Road is sold at £325,000 since 12/10/2025.')
  expect(JSON.stringify(withoutNames)).not.toContain('Otter')

  await staff.ok(saveTimeline, {
    params: place,
    body: { timeline: [{ key: stepKeys.MortgageAppSubmitted, state: 'B' as const }] },
  })
  const delayed = textsOf(await summaryOf(staff, place))
  expect(delayed[2]).toContain('the buyer’s mortgage application (delayed since 24/11/2025)')
  expect(delayed[3]).toMatch(
    /^Mortgage app submitted is delayed since 24\/11\/2025, \d+ days overdue; left message on 24\/11\/2025/,
  )

  await complete(stepKeys.DraftContractsIssued)
  expect(textsOf(await summaryOf(staff, place))[1]).toMatch(/^Last: Draft contract.*, done on 24\/11\/2025\.$/)
})

test('of simulated sales: every sentence has its proof, and none contradicts the property', async () => {
  fixtures.clock.moveTo(actionsStart)
  const staff = () => fixtures.signedIn(fixtures.idOf.company)
  let sales = 0
  let sentences = 0
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { minLength: 1, maxLength: 14 }), async (actions) => {
      fixtures.clock.moveTo(actionsStart)
      const client = await staff()
      sales += 1
      const place = await takeOn(client, fixtures.first, fixtures.idOf.vendor, `${sales} Proved Street`)
      for (const action of actions) await runAction(fixtures, await staff(), place, action)
      const reader = await staff()
      const summary = await summaryOf(reader, place)
      sentences += summary.sentences.length
      expectProved(summary, await recordOf(reader, place))
      const property = await reader.ok(readProperty, { params: place })
      const said = textsOf(summary).join('\n')
      const states = { withdrawn: / is withdrawn/, completed: /^The sale of .* completed/, exchanged: /contracts were exchanged/ }
      for (const [phase, words] of Object.entries(states))
        expect([said, phase, words.test(summary.sentences[0]?.text ?? '')]).toEqual([said, phase, property.phase === phase])
      const agreed = property.offers.find(({ state }) => state === 'A')
      if (agreed && property.phase === 'sold') expect(said).not.toMatch(/ is for sale/)
    }),
    limitedRuns({ fast: 40, full: 1000 }),
  )
  expect(sentences).toBeGreaterThan(sales)
})
