import { dashboardViews, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { describe, expect, test } from 'vitest'
import { rowCountLabel } from './metric-labels.ts'
import { defaultMetric, parseDashboardSearch, toDashboardSearch } from './use-dashboard.ts'

describe('The URL state of the dashboard', () => {
  test('parseDashboardSearch reads back what toDashboardSearch wrote', () => {
    for (const view of dashboardViews)
      for (const metric of metricsOfView(view))
        for (const period of [null, '2026-11-08'])
          for (const [wholeCompany, area] of [
            [true, null],
            [true, '019cd714-f23b-7000-8000-0000000000aa'],
            [false, null],
          ] as const) {
            const address = { view, metric, period, wholeCompany, area }
            expect(parseDashboardSearch({ branch: 'ash', ...toDashboardSearch(address) }, 'legal')).toEqual(address)
          }
  })

  test('Without a branch in the URL it is the dashboard of the company, whatever branch was looked at last', () => {
    expect(parseDashboardSearch({}, 'overall').wholeCompany).toBe(true)
    expect(parseDashboardSearch({ tab: 'sales', areas: 'north' }, 'overall')).toMatchObject({ wholeCompany: true, area: 'north' })
    expect(parseDashboardSearch({ branch: 'ash', areas: 'north' }, 'overall')).toMatchObject({ wholeCompany: false, area: null })
  })

  test('A missing tab defaults to the last one, on the first visit to Overall', () => {
    expect(parseDashboardSearch({}, 'legal').view).toBe('legal')
    expect(parseDashboardSearch({}, 'nothing').view).toBe('overall')
    expect(parseDashboardSearch({ tab: 'sales' }, 'legal').view).toBe('sales')
  })

  test('A metric of another tab and an invalid period are ignored', () => {
    expect(parseDashboardSearch({ branch: 'ash', tab: 'legal', metric: 'salesAgreed', period: 'then' }, 'overall')).toEqual({
      view: 'legal',
      metric: defaultMetric('legal'),
      period: null,
      wholeCompany: false,
      area: null,
    })
  })

  test('defaultMetric belongs to its tab', () => {
    for (const view of dashboardViews) expect(metricsOfView(view)).toContain(defaultMetric(view))
  })
})

test('rowCountLabel names the number and kind of rows', () => {
  expect(rowCountLabel('salesPipeline', 1)).toBe('1 property')
  expect(rowCountLabel('salesPipeline', 0)).toBe('0 properties')
  expect(rowCountLabel('viewings', 1234)).toBe('1,234 viewings')
  expect(rowCountLabel('fallOffs', 1)).toBe('1 fall-off')
})
