import { toFormFields } from '@gya/domain/common/form-fields.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { type Company, createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { multipartForm } from '../../../test/support/multipart-form.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.database.db.updateTable('company').set({ available_licenses: 1000 }).execute())
afterAll(() => fixtures.close())

const send = async (fields: [name: string, value: string][], url = '/api/company') =>
  fixtures.as('platform').inject({ method: 'POST', url, ...(await multipartForm(fields)) })

type Sent = z.input<(typeof createCompany)['body']>
const bodies: [what: string, body: Sent][] = [
  ['required fields only', { name: 'Company', availableLicenses: 1, address: testAddress('1 Road') }],
  [
    'every field',
    {
      name: 'Company & Sons',
      tel: '0118 496 0100',
      availableLicenses: 3,
      address: { line1: '1 Road', postcode: 'RG30 6ZZ', line2: 'Floor "2"', town: '', county: 'Berkshire', country: '' },
      feeDeduction: 12.25,
      noticePeriodInDays: 0,
      branding: { brandColour: '#00ff7f' },
      mdConfig: { day: 6, time: '00:00' },
    },
  ],
  [
    'empty optional fields',
    { name: 'Company', availableLicenses: 1, address: testAddress('1 Road'), feeDeduction: null, noticePeriodInDays: null },
  ],
  ['text that looks like a number', { name: '007', tel: '', availableLicenses: 1, address: testAddress('1 Road') }],
  ['text that looks like null', { name: 'null', availableLicenses: 1, address: testAddress('1 Road') }],
  ['other scripts and line endings', { name: 'Zażółć – 東京 👩‍👩‍👧', availableLicenses: 1, address: testAddress('1 Road') }],
]

describe('multipart/form-data and JSON are validated by the same schema', () => {
  test.each(bodies)('%s gives the same company', async (_what, body) => {
    const byJson = await fixtures.as('platform').ok(createCompany, { body })
    const byForm = await send(toFormFields(body))
    expect([byForm.statusCode, { ...byForm.json<Company>(), _id: byJson._id }]).toEqual([200, byJson])
  })

  test('booleans are true and false, and text keeps its line breaks', async () => {
    const params = fixtures.a
    const body = { name: 'Branch', address: testAddress('1 Road'), useBranchDeduction: true, displayText: 'One\nTwo\n\nThree' }
    const byJson = await fixtures.as('platform').ok(createBranch, { params, body })
    const byForm = await send(toFormFields(body), `/api/branch/${fixtures.a.companyId}`)
    expect({ ...byForm.json<object>(), _id: byJson._id }).toEqual(byJson)
  })

  test('a form gets the same issues as JSON', async () => {
    const wrong = { name: '', availableLicenses: 0, address: { line1: '', postcode: '' }, feeDeduction: 101, more: 1 }
    const byJson = await fixtures.as('platform').inject({ method: 'POST', url: '/api/company', payload: wrong })
    const byForm = await send(toFormFields(wrong))
    expect(byForm.statusCode).toBe(400)
    expect(byForm.json<ErrorBody>().issues).toEqual(byJson.json<ErrorBody>().issues)
  })

  test('scope ids in a form are checked like those in JSON', async () => {
    const form = await multipartForm(toFormFields({ _id: fixtures.b.companyId, name: 'Taken over' }))
    const answer = await fixtures.as('company').inject({ method: 'PUT', url: '/api/company', ...form })
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('Malformed forms are refused', () => {
  const part = (name: string, value: string, more = '') =>
    `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const name = part('name', 'Company')
  const cases: [what: string, payload: string, status: number, code: string, issue?: string][] = [
    ['cut off', name, 400, 'VALIDATION_FAILED', 'This form is incomplete.'],
    ['a repeated field', `${name}${name}--X--\r\n`, 400, 'VALIDATION_FAILED', 'This field occurs twice.'],
    [
      'a repeated member in a part',
      `${name}${part('address', '{"town":"A","town":"B"}')}--X--\r\n`,
      400,
      'VALIDATION_FAILED',
      'This field occurs twice.',
    ],
    ['prototype pollution', `${part('__proto__', '{"a":1}')}--X--\r\n`, 400, 'VALIDATION_FAILED', 'This field is not known.'],
    ['a too long field', `${part('name', 'x'.repeat(200_001))}--X--\r\n`, 413, 'BODY_TOO_LARGE'],
    [
      'sixty-one fields',
      `${Array.from({ length: 61 }, (_, n) => part(`field-${n}`, '')).join('')}--X--\r\n`,
      413,
      'BODY_TOO_LARGE',
    ],
    ['a file for a call that takes none', `${part('file', 'PNG', '; filename="a.png"')}--X--\r\n`, 415, 'FILE_NOT_ALLOWED'],
    ['three files', `${part('file', 'PNG', '; filename="a.png"').repeat(3)}--X--\r\n`, 415, 'FILE_NOT_ALLOWED'],
  ]
  test.each(cases)('%s', async (_what, payload, status, code, issue) => {
    const before = await databaseChecksum(fixtures.database)
    const headers = { 'content-type': 'multipart/form-data; boundary=X' }
    const answer = await fixtures.as('platform').inject({ method: 'POST', url: '/api/company', headers, payload })
    const body = answer.json<ErrorBody>()
    expect([answer.statusCode, body.code]).toEqual([status, code])
    expect(body.issues?.[0]?.message).toBe(issue)
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
    expect(fixtures.log.filter((line) => line.includes('request failed'))).toEqual([])
  })

  test('without a boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data' }
    const answer = await fixtures.as('platform').inject({ method: 'POST', url: '/api/company', headers, payload: name })
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([400, 'VALIDATION_FAILED'])
  })

  test('for a call without `form`', async () => {
    const answer = await send([['message', 'Please call me back.']], '/api/support/request')
    expect([answer.statusCode, answer.json<ErrorBody>().code]).toEqual([415, 'MEDIA_TYPE_NOT_ALLOWED'])
  })
})
