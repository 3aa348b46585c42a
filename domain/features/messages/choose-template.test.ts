import { describe, expect, test } from 'vitest'
import { chooseTemplate, stepsAmong } from './choose-template.ts'

const template = (name: string, more: Partial<Parameters<typeof chooseTemplate>[0][number]> = {}) => ({
  name,
  audience: ['buyerSolicitor' as const],
  steps: [] as number[],
  event: null as string | null,
  purpose: 'general' as const,
  ...more,
})

describe('"E-mail: template by step and audience first"', () => {
  const chase = template('Chase', { steps: [32, 33] })
  const enquiries = template('Enquiries', { steps: [34] })
  const anything = template('Anything')
  const news = template('News', { event: 'exchanged' })
  const vendor = template('Vendor', { audience: ['vendor'] as never, steps: [34] })
  const all = [news, anything, chase, vendor, enquiries]

  test('chooses a template for an outstanding step and the audience', () => {
    expect(chooseTemplate(all, 'buyerSolicitor', [34])?.name).toBe('Enquiries')
    expect(chooseTemplate(all, 'vendor', [33])?.name).toBe('Vendor')
  })

  test('without such a step, chooses any that chases steps, then one that is sent manually', () => {
    expect(chooseTemplate(all, 'buyerSolicitor', [])?.name).toBe('Chase')
    expect(chooseTemplate([news, anything], 'buyerSolicitor', [33])?.name).toBe('Anything')
  })

  test('chooses none for another audience, for an event, or for the memorandum', () => {
    expect(chooseTemplate([news], 'buyerSolicitor', [33])).toBeUndefined()
    expect(chooseTemplate([anything], 'buyer', [])).toBeUndefined()
    expect(chooseTemplate([template('Memo', { purpose: 'memorandum' })], 'buyerSolicitor', [])).toBeUndefined()
  })

  test('stepsAmong returns the steps among the keys of action items', () => {
    expect(stepsAmong(['step:33', 'silence:vendor', 'survey:7', 'step:34'])).toEqual([33, 34])
  })
})
