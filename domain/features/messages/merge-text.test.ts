import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SaleRole, saleRoles } from '../property-contacts/parties.ts'
import {
  fieldsForAudience,
  isFieldForAudience,
  type MergeFieldName,
  mergeFieldNames,
  mergeFields,
  messageRoles,
} from './merge-fields.ts'
import {
  audienceIssues,
  escapeBraces,
  fillBody,
  fillForEditing,
  fillSubject,
  type MergeValues,
  mergeIssues,
  parseMergeText,
  type SaleValues,
} from './merge-text.ts'
import { maxMessageBody, maxMessageSubject, maxTemplateName } from './messages.model.ts'
import { starterTemplates } from './starter-templates.ts'

const sale: SaleValues = { line1: '12 High Street', 'buyer.name': 'Ann {Bell}', steps: ['Searches back', 'Enquiries raised'] }
const one: MergeValues = { common: { recipient: 'Nettlefold LLP', today: '05/11/2025' }, sales: [sale] }
const two: MergeValues = { ...one, sales: [sale, { line1: '3 Low Road', steps: [], 'buyer.name': 'Ann {Bell}' }] }

describe('fillBody', () => {
  test.each([
    ['a field', 'Dear {recipient},', one, 'Dear Nettlefold LLP,'],
    ['with spaces', '{ recipient }', one, 'Nettlefold LLP'],
    ['a fallback for an empty field: "{buyer.name, your buyer}"', '{vendor.name, your vendor}', one, 'your vendor'],
    ['a known field without its fallback', '{buyer.name, your buyer}', one, 'Ann {Bell}'],
    ['"{{ is a brace"', '{{recipient} and {{{recipient}', one, '{recipient} and {Nettlefold LLP'],
    ['a single closing brace', 'a } b', one, 'a } b'],
    ['"one a line"', '{steps}', one, '- Searches back\n- Enquiries raised'],
    [
      '"the block {#sales}…{/sales} repeats"',
      '{#sales}{line1}: {steps, nothing open}\n{/sales}{recipient}',
      two,
      '12 High Street: - Searches back\n- Enquiries raised\n3 Low Road: nothing open\nNettlefold LLP',
    ],
    ['outside a block, a field that differs between sales is empty', '{line1, several sales}', two, 'several sales'],
    ['outside a block, a field with the same value in all sales', '{buyer.name}', two, 'Ann {Bell}'],
  ])('%s', (_case, text, values, filled) => {
    expect(mergeIssues({ subject: '', body: text })).toEqual([])
    expect(fillBody(text, values)).toEqual({ text: filled, empty: [] })
  })

  test('lists each empty field without a fallback once, and shows it unfilled', () => {
    expect(fillBody('{expectedExchange} {line1} {expectedExchange} {completionDate, later}', one)).toEqual({
      text: '{expectedExchange} 12 High Street {expectedExchange} later',
      empty: ['expectedExchange'],
    })
    expect(fillBody('{#sales}{line1} {steps}; {/sales}', two).empty).toEqual(['steps'])
  })
})

test('fillSubject: joins a list into one line', () => {
  expect(fillSubject('{line1}: {steps}', one).text).toBe('12 High Street: Searches back, Enquiries raised')
})

describe('mergeIssues: "Saving an unknown field: 400 with its place"', () => {
  test.each([
    ['{fee}', 'Line 1, character 1: There is no field {fee}.'],
    ['Dear all,\n\nthe {fee} is', 'Line 3, character 5: There is no field {fee}.'],
    ['{constructor}', 'Line 1, character 1: There is no field {constructor}.'],
    ['a {} b', 'Line 1, character 3: There is no field between these braces. For a brace, write {{.'],
    ['a {recipient', 'Line 1, character 3: This brace is not closed. For a brace, write {{.'],
    ['{a {recipient}', 'Line 1, character 1: This brace is not closed. For a brace, write {{.'],
    ['{buyer.name,}', 'Line 1, character 1: Enter the fallback after the comma.'],
    ['{#sales}a', 'Line 1, character 1: {#sales} needs {/sales}.'],
    ['a{/sales}', 'Line 1, character 2: {/sales} needs {#sales} before it.'],
    ['{#sales}{#sales}{/sales}', 'Line 1, character 9: {#sales} cannot be inside another one.'],
    ['{#sales}{#sides}{/sales}', 'Line 1, character 9: {#sides} cannot be inside {#sales}.'],
    ['{#sides}a{/sales}{/sides}', 'Line 1, character 10: {/sales} needs {#sales} before it.'],
  ])('%s', (body, message) => {
    expect(mergeIssues({ subject: '', body })).toEqual([{ path: 'body', message }])
  })

  test('a block is allowed only in the text', () => {
    expect(mergeIssues({ subject: 'x {#sales}', body: '' })).toEqual([
      { path: 'subject', message: 'Character 3: {#sales} belongs in the text, not in the subject.' },
    ])
  })
})

describe('fields and audiences', () => {
  const notTold = (role: SaleRole) => mergeFieldNames.filter((name) => !isFieldForAudience(name, [role]))

  test('"vendor and buyer are never told the other’s name, telephone or e-mail"', () => {
    for (const role of ['vendor', 'vendorContact'] as const) expect(notTold(role)).toEqual(['buyer.name'])
    for (const role of ['buyer', 'buyerContact'] as const) expect(notTold(role)).toEqual(['vendor.name', 'vendor.firstName'])
  })

  test('"solicitors and brokers are told both names"', () => {
    for (const role of ['vendorSolicitor', 'buyerSolicitor', 'vendorBroker', 'buyerBroker'] as const)
      expect(notTold(role)).toEqual([])
  })

  test('"nobody’s telephone but ours", "no fees to anybody"', () => {
    expect(mergeFieldNames.filter((name) => /tel|email|fee/i.test(name))).toEqual([
      'progressor.tel',
      'progressor.email',
      'branch.tel',
      'branch.email',
    ])
  })

  test('recipients other than parties of the sale may see only the property and the agency', () => {
    expect(fieldsForAudience(['viewer', 'offerBuyer'])).toEqual([
      'recipient',
      'address',
      'line1',
      'postcode',
      'progressor.name',
      'progressor.tel',
      'progressor.email',
      'branch.name',
      'branch.tel',
      'branch.email',
      'company',
      'today',
    ])
  })

  test('a message can be for every role except the branch itself and agents of a chain', () => {
    expect(saleRoles.filter((role) => !messageRoles.includes(role))).toEqual(['chainAgent', 'self'])
  })

  test('audienceIssues returns the field and its place, for each role of the audience', () => {
    expect(audienceIssues({ subject: '{line1}', body: 'a\n{buyer.name}' }, ['buyerSolicitor', 'vendor'])).toEqual([
      { path: 'body', message: 'Line 2, character 1: {buyer.name} is not allowed for all recipients.' },
    ])
    expect(audienceIssues({ subject: '{buyer.name}', body: '{#sales}{buyer.name}{/sales}' }, ['vendor'])).toHaveLength(2)
    expect(audienceIssues({ subject: '', body: '{buyer.name}' }, ['buyerSolicitor'])).toEqual([])
  })
})

describe('starter templates', () => {
  test('there are seven, whose fields exist and are allowed for their audience', () => {
    expect(starterTemplates).toHaveLength(7)
    expect(new Set(starterTemplates.map(({ name }) => name.toLowerCase())).size).toBe(7)
    for (const template of starterTemplates) {
      expect([template.name, mergeIssues(template), audienceIssues(template, template.audience)]).toEqual([template.name, [], []])
      expect(template.name.length).toBeLessThanOrEqual(maxTemplateName)
      expect(template.subject.length).toBeLessThanOrEqual(maxMessageSubject)
      expect(template.body.length).toBeLessThanOrEqual(maxMessageBody)
    }
  })

  test('can be sent for a sale with only address and agreed price', () => {
    const known: MergeValues = {
      common: { recipient: 'Ann', company: 'Agency' },
      sales: [{ address: '12 High Street', line1: '12 High Street', agreedPrice: '£300,000' }],
    }
    for (const { name, subject, body } of starterTemplates)
      expect([name, fillSubject(subject, known).empty, fillBody(body, known).empty]).toEqual([name, [], []])
  })
})

const anyName = fc.constantFrom(...mergeFieldNames)
const anyWords = fc.string({ unit: fc.constantFrom('a', ' ', ',', '.', '\n', '{', '}', '#', '/', 'sales', 'recipient') })
const anyFallback = fc.stringMatching(/^[a-z]{1,8}$/)
const anyInline = fc.oneof(
  anyWords.map(escapeBraces),
  anyName.map((name) => `{${name}}`),
  fc.tuple(anyName, anyFallback).map(([name, fallback]) => `{${name}, ${fallback}}`),
)
const anyInlines = fc.array(anyInline, { maxLength: 6 }).map((parts) => parts.join(''))
const anyTemplate = fc
  .array(
    fc.oneof(
      anyInlines,
      anyInlines.map((text) => `{#sales}${text}{/sales}`),
      fc.tuple(anyInlines, anyInlines).map(([side, sale]) => `{#sides}${side}{#sales}${sale}{/sales}{/sides}`),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))
const anyValues = (value: fc.Arbitrary<string>) =>
  fc.record(Object.fromEntries(mergeFieldNames.map((name) => [name, value])) as Record<MergeFieldName, typeof value>, {
    requiredKeys: [],
  })
const anyMergeValues = fc.record({
  common: anyValues(anyWords),
  sales: fc.array(anyValues(anyWords), { minLength: 1, maxLength: 3 }),
})

describe('for all texts', () => {
  test('without braces: unchanged by filling', () => {
    fc.assert(
      fc.property(fc.string(), anyMergeValues, (text, values) => {
        expect(fillBody(escapeBraces(text), values)).toEqual({ text, empty: [] })
      }),
    )
  })

  test('with any braces: parsed to the end, with every error position inside the text', () => {
    fc.assert(
      fc.property(anyWords, (text) => {
        for (const { at, length } of parseMergeText(text).errors) {
          expect(text[at]).toBe('{')
          expect(at + length).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })

  test('valid: an empty field is listed if and only if the text still shows it', () => {
    fc.assert(
      fc.property(anyTemplate, (text) => {
        expect(parseMergeText(text).errors).toEqual([])
        const none = fillBody(text, { common: {}, sales: [{}] })
        const all = Object.fromEntries(mergeFieldNames.map((name) => [name, 'x']))
        expect(fillBody(text, { common: all, sales: [all] }).empty).toEqual([])
        for (const name of none.empty) expect(none.text).toContain(`{${name}}`)
      }),
    )
  })

  test('edited before sending: filling the editable text equals filling the template', () => {
    fc.assert(
      fc.property(anyTemplate, anyMergeValues, (body, values) => {
        const editing = fillForEditing({ subject: '', body }, values)
        expect(parseMergeText(editing.body).errors).toEqual([])
        expect(fillBody(editing.body, values)).toEqual(fillBody(body, values))
      }),
    )
  })

  test('allowed for an audience: contain no value of a field that one of its roles may not see', () => {
    const secret = (name: string) => `<${name}>`
    const values = Object.fromEntries(mergeFieldNames.map((name) => [name, secret(name)]))
    const roles = fc.uniqueArray(fc.constantFrom(...messageRoles), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(anyTemplate, roles, (body, audience) => {
        fc.pre(audienceIssues({ subject: '', body }, audience).length === 0)
        const { text } = fillBody(body, { common: values, sales: [values, values] })
        for (const name of mergeFieldNames)
          if (audience.some((role) => !mergeFields[name].audience.includes(role))) expect(text).not.toContain(secret(name))
      }),
    )
  })
})
