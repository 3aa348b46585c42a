import { describe, expect, test } from 'vitest'
import { comparedValue, describeChange, metricChange } from './metric-change.ts'
import { metricNumber, showMetric, showMetricShort } from './metric-values.ts'
import type { Metric } from './metrics.ts'

describe('showMetric: stats are rounded, fees shown with a pound sign', () => {
  test.each<[Metric, number, string]>([
    ['salesAgreed', 0, '0'],
    ['viewings', 1234, '1,234'],
    ['feesSold', 3562.5, '£3,563'],
    ['feesSold', 3562.49, '£3,562'],
    ['feesSold', 0, '£0'],
    ['averageAskingPrice', 298_333.33, '£298,333'],
    ['askingPriceAchieved', 98.14, '98.1 %'],
    ['askingPriceAchieved', 100, '100.0 %'],
  ])('%s %d is %s', (metric, figure, shown) => expect(showMetric(metric, figure)).toBe(shown))

  test.each<[Metric, number, string]>([
    ['feesSold', 9_999.4, '£9,999'],
    ['feesSold', 104_300, '£104.3k'],
    ['feesSold', 1_250_000, '£1.3m'],
    ['averageAskingPrice', 300_000, '£300k'],
    ['viewings', 12_345, '12,345'],
  ])('showMetricShort: %s %d is %s', (metric, figure, shown) => expect(showMetricShort(metric, figure)).toBe(shown))
})

test('metricNumber: count, sum or mean; null for a stock of an unknown day', () => {
  expect(metricNumber('salesAgreed', { count: 3 })).toBe(3)
  expect(metricNumber('feesSold', { count: 3, sum: 9.5 })).toBe(9.5)
  expect(metricNumber('averageAgreedPrice', { count: 0, avg: null })).toBe(null)
  expect(metricNumber('salesPipeline', {})).toBe(null)
  expect(metricNumber('feesPipeline', undefined)).toBe(null)
})

describe('metricChange: change colours are green for good, red for bad, orange for no change', () => {
  test.each<[string, Metric, number, number, string, string]>([
    ['more sales', 'salesAgreed', 9, 6, 'better', '3'],
    ['fewer sales', 'salesAgreed', 6, 9, 'worse', '3'],
    ['more contracts expiring', 'contractsExpiring', 5, 2, 'worse', '3'],
    ['fewer sales restored', 'restored', 0, 2, 'neutral', '2'],
    ['fewer sales with a vendor’s solicitor', 'vendorSolicitor', 7, 9, 'neutral', '2'],
    ['fees ten times as high', 'feesSold', 10_990, 1000, 'better', '999 %'],
    ['as many sales', 'salesAgreed', 6, 6, 'same', '0'],
    ['more fall-offs', 'fallOffs', 2, 1, 'worse', '1'],
    ['fewer fall-offs', 'fallOffs', 1, 2, 'better', '1'],
    ['higher fees', 'feesSold', 1120, 1000, 'better', '12 %'],
    ['higher fees of what fell off', 'feesFallOff', 1120, 1000, 'worse', '12 %'],
    ['fees that look the same', 'feesSold', 999.6, 1000.4, 'same', '0'],
    ['fees that hardly differ', 'feesSold', 100_001, 100_000, 'better', '<1 %'],
    ['fees after none', 'feesSold', 3562.5, 0, 'better', 'new'],
    ['fees after next to none', 'feesSold', 30_000, 100, 'better', 'new'],
    ['no fees any more', 'feesSold', 0, 500, 'worse', '100 %'],
    ['a better price', 'askingPriceAchieved', 98.14, 97.4, 'better', '0.7 pt'],
    ['a price that looks the same', 'askingPriceAchieved', 98.14, 98.06, 'same', '0'],
    ['a lower mean price', 'averageAgreedPrice', 270_000, 300_000, 'worse', '10 %'],
  ])('%s', (_case, metric, now, before, tone, by) => {
    expect(metricChange(metric, now, before)).toMatchObject({ tone, by })
  })

  test('metricChange: null if either value is unknown', () => {
    expect(metricChange('salesPipeline', 4, null)).toBe(null)
    expect(metricChange('averageAgreedPrice', null, 300_000)).toBe(null)
  })

  test('describeChange: direction and tone in words', () => {
    expect(describeChange({ tone: 'worse', direction: 'up', by: '1' })).toBe('up 1, worse')
    expect(describeChange({ tone: 'better', direction: 'down', by: '12 %' })).toBe('down 12 %, better')
    expect(describeChange({ tone: 'neutral', direction: 'down', by: '2' })).toBe('down 2')
    expect(describeChange({ tone: 'better', direction: 'up', by: 'new' })).toBe('new, better')
    expect(describeChange({ tone: 'same', direction: 'none', by: '0' })).toBe('no change')
  })
})

test.each([
  ['a period before the oldest day kept', 0, '2026-11-15', '2026-11-16', null],
  ['the oldest day kept is in it', 0, '2026-11-16', '2026-11-16', 'up 4, better'],
  ['every period is known', 0, '2026-11-15', null, 'up 4, better'],
  ['an import dated happenings there', 2, '2026-11-15', '2026-11-16', 'up 2, better'],
])('comparedValue: nothing is compared with %s', (_when, before, last, knownSince, said) => {
  const change = metricChange('exchanged', 4, comparedValue(before, { last }, knownSince))
  expect(change && describeChange(change)).toBe(said)
})
