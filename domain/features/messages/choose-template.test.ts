import { describe, expect, test } from 'vitest'
import type { SaleRole } from '../property-contacts/parties.ts'
import { chooseTemplate, stepsAmong, whyNotForSide } from './choose-template.ts'
import { fillBody } from './merge-text.ts'
import { mergeValuesOf } from './merge-values.ts'
import { starterTemplates } from './starter-templates.ts'

const template = (name: string, more: Partial<Parameters<typeof chooseTemplate>[0][number]> = {}) => ({
  name,
  audience: ['buyerSolicitor' as const],
  steps: [] as number[],
  event: null as string | null,
  purpose: 'general' as const,
  subject: '',
  body: '',
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
    expect(chooseTemplate(all, ['buyerSolicitor'], [34])?.name).toBe('Enquiries')
    expect(chooseTemplate(all, ['vendor'], [33])?.name).toBe('Vendor')
  })

  test('without such a step, chooses any that chases steps, then one that is sent manually', () => {
    expect(chooseTemplate(all, ['buyerSolicitor'], [])?.name).toBe('Chase')
    expect(chooseTemplate([news, anything], ['buyerSolicitor'], [33])?.name).toBe('Anything')
  })

  test('chooses none for another audience, for an event, or for the memorandum', () => {
    expect(chooseTemplate([news], ['buyerSolicitor'], [33])).toBeUndefined()
    expect(chooseTemplate([anything], ['buyer'], [])).toBeUndefined()
    expect(chooseTemplate([template('Memo', { purpose: 'memorandum' })], ['buyerSolicitor'], [])).toBeUndefined()
  })

  test('stepsAmong returns the steps among the keys of action items', () => {
    expect(stepsAmong(['step:33', 'silence:vendor', 'survey:7', 'step:34'])).toEqual([33, 34])
  })
})

describe('a solicitor of both sides', () => {
  const named = starterTemplates.map((one) => ({ ...one, purpose: 'general' as const }))
  const both: SaleRole[] = ['buyerSolicitor', 'vendorSolicitor']
  const saleOf = (line1: string, ...roles: SaleRole[]) => ({
    address: { line1, line2: '', town: '', postcode: '' },
    vendor: null,
    buyer: null,
    agreedPrice: null,
    vendorSolicitor: null,
    buyerSolicitor: null,
    roles,
    steps: [],
    expectedExchange: null,
    shareExpected: false,
    completionDate: null,
    progressor: null,
    branch: { name: '', tel: '', email: '' },
  })

  test('a template of one side is not preset, unless it names the side by its field', () => {
    expect(chooseTemplate([template('Chase')], both, [])).toBeUndefined()
    expect(chooseTemplate(named, both, [])?.name).toBe('Chase vendor’s solicitor')
    expect(chooseTemplate(named, ['buyerSolicitor'], [])?.name).toBe('Chase buyer’s solicitor')
    expect(chooseTemplate(named, ['vendor', 'buyer', 'vendorSolicitor'], [])?.name).toBe('All parties')
  })

  test.each(['Chase vendor’s solicitor', 'Chase buyer’s solicitor'])('%s has a block for each side', (name) => {
    const { body } = named.find((one) => one.name === name) ?? named[0]!
    const sales = [
      saleOf('1 Low Road', 'buyerSolicitor'),
      saleOf('2 Low Road', 'vendorSolicitor'),
      saleOf('3 Low Road', 'buyerSolicitor'),
    ]
    const values = mergeValuesOf({ recipient: { name: 'Ann', roles: both }, company: 'Agency', today: '2025-11-05', sales })
    const lines = fillBody(body, values)
      .text.split('\n')
      .filter((line) => /Low Road|act for/.test(line))
    expect(lines).toEqual([
      'We are writing about the following, where you act for the buyer:',
      '1 Low Road',
      '3 Low Road',
      'We are writing about the following, where you act for the vendor:',
      '2 Low Road',
    ])
  })

  test('a template whose words are for one side is refused for a sale of the other, whichever it is', () => {
    const sales = [
      { line1: '1 Low Road', roles: ['vendorSolicitor' as const] },
      { line1: '2 Low Road', roles: ['buyerSolicitor' as const] },
    ]
    expect(whyNotForSide({ audience: ['vendorSolicitor'], subject: '', body: 'You act for the vendor' }, sales)).toBe(
      'This template is for the other side: the recipient is the buyer’s solicitor of 2 Low Road.',
    )
    expect(whyNotForSide({ audience: ['buyerSolicitor'], subject: '', body: 'You act for the buyer' }, sales)).toContain(
      '1 Low Road',
    )
    expect(whyNotForSide({ audience: ['vendor'], subject: '', body: 'You have accepted' }, sales)).toContain('2 Low Road')
    expect(whyNotForSide({ audience: ['vendorSolicitor', 'buyerSolicitor'], subject: '', body: '' }, sales)).toBeNull()
    expect(whyNotForSide({ audience: ['vendorSolicitor'], subject: '', body: '{side}' }, sales)).toBeNull()
    expect(whyNotForSide({ audience: ['vendor'], subject: '', body: '' }, [{ line1: '', roles: ['vendorContact'] }])).toBeNull()
  })
})
