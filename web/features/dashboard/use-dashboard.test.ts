import { dashboardViews, metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { describe, expect, test } from 'vitest'
import { rowCountLabel } from './metric-labels.ts'
import { defaultMetric, parseDashboardSearch, toDashboardSearch } from './use-dashboard.ts'

describe('The address of the dashboard', () => {
  test('What it says is read back as it was written, whatever is open', () => {
    for (const view of dashboardViews)
      for (const metric of metricsOfView(view))
        for (const period of [null, '2026-11-08'])
          for (const wholeCompany of [true, false]) {
            const address = { view, metric, period, wholeCompany }
            expect(parseDashboardSearch(toDashboardSearch(address), 'legal')).toEqual(address)
          }
  })

  test('A tab that it leaves out is the last one of this browser; a first visit opens Overall', () => {
    expect(parseDashboardSearch({}, 'legal').view).toBe('legal')
    expect(parseDashboardSearch({}, 'nothing').view).toBe('overall')
    expect(parseDashboardSearch({ tab: 'sales' }, 'legal').view).toBe('sales')
  })

  test('A stat of another tab, and a period that is no day, are not opened', () => {
    expect(parseDashboardSearch({ tab: 'legal', metric: 'salesAgreed', period: 'then' }, 'overall')).toEqual({
      view: 'legal',
      metric: defaultMetric('legal'),
      period: null,
      wholeCompany: false,
    })
  })

  test('Every tab opens with a stat of its own', () => {
    for (const view of dashboardViews) expect(metricsOfView(view)).toContain(defaultMetric(view))
  })
})

test('The heading of a list says how many rows it has, and of what', () => {
  expect(rowCountLabel('salesPipeline', 1)).toBe('1 property')
  expect(rowCountLabel('salesPipeline', 0)).toBe('0 properties')
  expect(rowCountLabel('viewings', 1234)).toBe('1,234 viewings')
  expect(rowCountLabel('fallOffs', 1)).toBe('1 fall-off')
})
