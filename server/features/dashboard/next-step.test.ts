import { defaultEndOfWeek } from '@gya/domain/common/company-week.ts'
import { londonDay } from '@gya/domain/common/dates.ts'
import { listMetricProperties } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

test('GET /md/…/properties returns the most urgent step, for a metric of one track the one of that track', async () => {
  const as = fixtures.as('company')
  const ids = await takeOn(as, fixtures.first, fixtures.idOf.vendor, '1 Reason Street')
  const body = { name: 'B. Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await as.ok(addOffer, { params: ids, body })
  const timeline = [
    { key: stepKeys.Roof, state: 'IP' as const, surveyData: { date: londonDay(fixtures.clock.now()) } },
    { key: stepKeys.SearchesBack, state: 'IP' as const },
  ]
  await as.ok(saveTimeline, { params: ids, body: { timeline } })
  for (let week = 0; week < 5; week += 1) {
    fixtures.clock.advance({ days: 7 })
    await as.ok(readProperty, { params: ids })
  }
  const [period] = periodsOf(londonDay(fixtures.clock.now()), defaultEndOfWeek)
  const rowOf = async (metric: 'legalWarnings' | 'warningsSold') => {
    const { companyId, branchId } = fixtures.first
    const params = { companyId, branchId, metric, periodKey: period?.key ?? '' }
    const { data } = await as.ok(listMetricProperties, { params, query: { durationValue: '4' } })
    return data[params.periodKey]?.find(({ _id }) => _id === ids.propertyId)
  }
  expect(await rowOf('legalWarnings')).toMatchObject({
    nextStep: { key: stepKeys.SearchesBack, state: 'IP', warning: 'red' },
    progressor: null,
  })
  expect(await rowOf('warningsSold')).toMatchObject({ nextStep: { key: stepKeys.Roof, warning: 'red' } })
})
