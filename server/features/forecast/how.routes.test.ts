import { defaultEndOfWeek } from '@gya/domain/common/company-week.ts'
import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { readMetric } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { type Period, periodDays, periodEnding } from '@gya/domain/features/dashboard/periods.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readComing, readSaleForecast } from '@gya/domain/features/forecast/forecast.contract.ts'
import { type Figure, readHow } from '@gya/domain/features/forecast/how.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { metricMoves } from '../dashboard/dashboard.read-model.ts'
import { forecastSales } from './forecast-sales.ts'

let fixtures: Fixtures
let today: string
let sales: PropertyPath[]
beforeAll(async () => {
  fixtures = await openFixtures()
  today = londonDay(fixtures.clock.now())
  sales = [await sell('1 How Road'), await sell('2 How Road'), await sell('3 How Road')]
})
afterAll(() => fixtures.close())

async function sell(line1: string): Promise<PropertyPath> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const body = { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' } as const
  await fixtures.as('staff').ok(addOffer, { params, body })
  return params
}

const branch = () => ({ companyId: fixtures.first.companyId, branchId: fixtures.first.branchId })
const how = (figure: Figure, key: string, query: { itemsPerPage?: string } = {}) =>
  fixtures.as('staff').ok(readHow, { params: { ...branch(), figure, key }, query })
const refused = (figure: Figure, key: string) =>
  fixtures.as('staff').call(readHow, { params: { ...branch(), figure, key }, query: {} })
const pounds = (text: string): number => Number(text.replace(/[^\d.]/g, ''))

describe('GET forecast/:companyId/:branchId/how/:figure/:key', () => {
  test('a period: the figure shown is the sum of its rows, and every open sale is a row', async () => {
    const { months } = await fixtures.as('staff').ok(readComing, { params: branch() })
    const month = months[2]
    if (!month) throw new Error('no month')
    const { rows, paging, sentence, terms } = await how('period', `${month.first}_${month.last}`, { itemsPerPage: '100' })
    expect(rows.map(({ property }) => property.line1)).toEqual(expect.arrayContaining(['1 How Road', '2 How Road', '3 How Road']))
    expect(paging.count).toBe(rows.length)
    const sum = rows.reduce((total, { value }) => total + pounds(value), 0)
    expect(Math.abs(sum - Math.round(month.fees))).toBeLessThanOrEqual(rows.length)
    expect(sentence).toContain('exchanges worth')
    expect(terms.map(({ label }) => label)).toEqual(['Exchanged', 'Open sales', '8 in 10'])
  })

  test('a chance: by the end of the period less before it; earlier forecasts name the entry that changed them', async () => {
    const [sale] = sales as [PropertyPath]
    const { months } = await fixtures.as('staff').ok(readComing, { params: branch() })
    const month = months[2]
    const key = `${sale.propertyId}_${month?.first}_${month?.last}`
    const { title, terms, changes } = await how('chance', key)
    expect(title).toMatch(/^1 How Road: \d+ % in /)
    expect(terms[0]?.label).toMatch(/^By /)
    expect(changes).toEqual([])
    await forecastSales({ database: fixtures.database, clock: fixtures.clock })
    await fixtures.database.pool.query('update sale_forecast_week set on_day = on_day - 3 where property_id = $1', [
      sale.propertyId,
    ])
    const body = { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' as const, startedOn: today, completedOn: today }] }
    await fixtures.as('staff').ok(saveTimeline, { params: sale, body })
    const moved = (await how('chance', key)).changes
    expect(moved.map(({ on }) => on)).toEqual([today, addDays(today, -3)])
    expect(moved[0]?.because).toMatch(/^Memo of sale sent: complete.*, \d\d\/\d\d\/\d{4}$/)
    expect(moved[0]?.eventId).not.toBeNull()
    const { forecast } = await fixtures.as('staff').ok(readSaleForecast, { params: sale })
    expect(forecast?.said.map(({ onDay, eventId }) => [onDay, eventId])).toEqual([
      [today, moved[0]?.eventId],
      [addDays(today, -3), null],
    ])
    expect(forecast).toMatchObject({ line1: '1 How Road', typed: null })
  })

  test('a step: its bands, from published times until one has finished', async () => {
    const { title, sentence, terms, learnedOn } = await how('step', `${stepKeys.SearchesBack}_freehold`)
    expect(title).toBe('Searches back, freehold')
    expect(sentence).toContain('these are published times')
    expect(terms).toHaveLength(14)
    expect(terms[0]?.label).toBe('Day 0')
    expect(learnedOn).not.toBe('')
  })

  test('a metric: the value of the tile, its rows, and the properties added since the day before, with their entry', async () => {
    const { data, periods } = await fixtures
      .as('staff')
      .ok(readMetric, { params: { ...branch(), metric: 'salesPipeline' }, query: {} })
    const tile = data[periods[0]?.key ?? '']?.count
    const answer = await how('salesPipeline', today, { itemsPerPage: '100' })
    expect(answer.title).toBe(`Sales pipeline: ${tile}`)
    expect(answer.rows).toHaveLength(tile ?? -1)
    expect(answer).toMatchObject({ asAt: today, method: null })
    const came = answer.changes.filter(({ to }) => to === 'counted')
    expect(came.map(({ property }) => property?.line1)).toEqual(
      expect.arrayContaining(['1 How Road', '2 How Road', '3 How Road']),
    )
    expect(came.every(({ eventId, because }) => eventId !== null && because !== '')).toBe(true)
    const { terms } = answer
    const count = (label: string) => Number(terms.find((term) => term.label === label)?.value)
    expect(Number(terms[0]?.value)).toBe(Number(terms[1]?.value) + count('Added') - count('Removed'))
    const yesterday = await how('salesPipeline', addDays(today, -1))
    expect(yesterday.title).not.toBe(answer.title)
    expect(yesterday.rows.map(({ property }) => property.line1)).not.toContain('1 How Road')
  })

  test('a metric: the cause is the entry that moved it, not a later note and not a step that a rule changed', async () => {
    const params = await sell('4 How Road')
    const staff = fixtures.as('staff')
    const causeIn = async (figure: Figure, line1: string) =>
      (await how(figure, today, { itemsPerPage: '100' })).changes.find(({ property }) => property?.line1 === line1)?.because
    await staff.ok(addNote, { params, body: { message: 'The buyer is back from abroad.' } })
    expect(await causeIn('salesPipeline', '4 How Road')).toBe('Sale agreed: complete')
    await staff.ok(performFallOff, { params, body: { note: 'Changed their mind' } })
    await staff.ok(addNote, { params, body: { message: 'The vendor has been told.' } })
    expect(await causeIn('fallOffs', '4 How Road')).toBe('Sale fell off')
    const body = { timeline: [{ key: stepKeys.Exchanged, state: 'C' as const }], completionDate: addDays(today, 14) }
    const exchanged = await sell('5 How Road')
    await staff.ok(saveTimeline, { params: exchanged, body })
    expect(await causeIn('exchanged', '5 How Road')).toBe('Exchanged: complete')
    expect(await causeIn('awaitingCompletion', '5 How Road')).toBe('Exchanged: complete')
  })

  test('a stock: the cause is the entry that moved it, not the last entry of the day', async () => {
    const staff = fixtures.as('staff')
    const causeIn = async (figure: Figure, line1: string) =>
      (await how(figure, today, { itemsPerPage: '100' })).changes.find(({ property }) => property?.line1 === line1)?.because
    const later = (minutes: number) => fixtures.clock.advance({ minutes })
    const params = await sell('7 How Road')
    later(1)
    await staff.ok(saveTimeline, { params, body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C' as const }] } })
    later(1)
    await staff.ok(updateManagementInfo, { params, body: { agencyFeePercent: 1.5 } })
    expect(await causeIn('salesPipeline', '7 How Road')).toBe('Sale agreed: complete')
    expect(await causeIn('feesPipeline', '7 How Road')).toBe('Sale agreed: complete')
    const exchanged = await sell('8 How Road')
    later(1)
    const body = { timeline: [{ key: stepKeys.Exchanged, state: 'C' as const }], completionDate: addDays(today, 14) }
    await staff.ok(saveTimeline, { params: exchanged, body })
    later(1)
    await staff.ok(saveTimeline, { params: exchanged, body: { completionDate: addDays(today, 21) } })
    expect(await causeIn('awaitingCompletion', '8 How Road')).toBe('Exchanged: complete')
  })

  test('a metric for a day long ago counts nothing', async () => {
    expect((await how('salesPipeline', '1900-01-01')).title).toBe('Sales pipeline: 0')
    expect((await how('offers', '1900-01-01')).title).toBe('Offers: 0')
  })

  test('404 for an unknown key, 400 for a future day and for an unknown figure; the whole company is for its admins', async () => {
    const outcomes = await Promise.all([
      refused('period', '2020-01-01_2020-01-31'),
      refused('step', '99_all'),
      refused('quick', `branch_${fixtures.first.branchId}`),
      refused('calibration', '5_1'),
      refused('chance', `${fixtures.second.propertyId}_2020-01-01_2020-01-31`),
      refused('offers', '1582-10-10'),
      refused('salesPipeline', addDays(today, 1)),
      refused('nothing' as Figure, 'a'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 400, 400])
    const { companyId } = branch()
    const params = { companyId, figure: 'salesPipeline', key: today } as const
    expect(
      (await fixtures.as('company').ok(readHow, { params: { ...params, branchId: 'all' }, query: {} })).rows.length,
    ).toBeGreaterThan(2)
  })

  test('a metric: all additions and removals are counted, including those not listed', async () => {
    const periods = [today, addDays(today, -1)].map((day) => periodEnding(day, periodDays, defaultEndOfWeek))
    const [period, before] = periods as [Period, Period]
    const movesWith = (limit: number) => metricMoves(fixtures.database.db, branch(), 'salesPipeline', { period, before, limit })
    const [all, one] = [await movesWith(50), await movesWith(1)]
    expect([all.moves.length, one.moves.length]).toEqual([all.added + all.removed, 1])
    expect([one.added, one.removed]).toEqual([all.added, all.removed])
    expect(all.added).toBeGreaterThan(2)
  })

  test('a metric: the period moved on, or a day passed, where no entry changed the row', async () => {
    const params = await sell('6 How Road')
    const causeOf = async (figure: Figure, day: string) => {
      const staff = await fixtures.signedIn(fixtures.idOf.staff)
      const { changes } = await staff.ok(readHow, { params: { ...branch(), figure, key: day }, query: {} })
      return changes.find(({ property }) => property?.line1 === '6 How Road')
    }
    for (let days = 1; days <= 14; days += 1) {
      fixtures.clock.advance({ days: 1 })
      const staff = await fixtures.signedIn(fixtures.idOf.staff)
      await staff.ok(updateManagementInfo, { params, body: { agencyFeePercent: 1 + days / 100 } })
    }
    const days = Array.from({ length: 14 }, (_, before) => addDays(today, 14 - before))
    const overdue = (await Promise.all(days.map((day) => causeOf('warningsSold', day)))).filter((change) => change !== undefined)
    expect(overdue).toMatchObject([{ to: 'counted', because: 'A day passed', eventId: null }])
    for (const figure of ['salesAgreed', 'feesSold'] as const)
      expect(await causeOf(figure, addDays(today, 14))).toMatchObject({
        from: 'counted',
        because: 'The period moved on',
        eventId: null,
      })
    expect((await causeOf('salesAgreed', today))?.because).toBe('Offer accepted')
  })
})
