import { endpoints } from '@gya/domain/endpoints.ts'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  return () => fixtures.close()
})

const readAll = async (textSearch: string) => {
  const { data } = await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })
  return Promise.all(
    data.map(({ _id }) => fixtures.as('company').ok(readProperty, { params: { ...fixtures.first, propertyId: _id } })),
  )
}

const separators = ['\r\n', '\r', '\n', '_x000D_\n', '\v', '\f', '\u2028', '\u0085']
const file = (header: string, row: (cell: (a: string, b: string) => string, ref: string, at: number) => string) =>
  [header, ...separators.map((separator, at) => row((a, b) => `"${a}${separator}${b}"`, `W${at}`, at))].join('\n')

test('line breaks of every kind in addresses, names and firms become spaces, and the properties can be read', async () => {
  const homes = file('Ref,Address 1,Address 2,Town,County,Postcode,Vendor first name,Vendor last name', (cell, ref, at) =>
    [
      `${ref},${cell(`${at + 1} Weir`, 'Row')},${cell('East', 'End')},${cell('Lark', 'mead')},${cell('Berk', 'shire')}`,
      `LK8 1AC,${cell('Grace', 'Ann')},${cell('Otter', 'Vole')}`,
    ].join(),
  )
  const firms = file('Name,Role,Address', (cell, ref) =>
    [cell(`Firm ${ref}`, 'Weir'), 'Solicitor', cell('1 Law Row', 'Reading, RG1 1AA')].join(),
  )
  const offers = file('Property ref,Buyer name,Amount,Notes', (cell, ref) =>
    [ref, cell('Bea', 'Uyer'), '200000', cell('One', 'Two')].join(),
  )
  const viewings = file('Property ref,Name,Viewing date', (cell, ref) => [ref, cell('Vi', 'Ewer'), '01/10/2025'].join())
  const client = await ImportClient.checked(
    fixtures,
    { content: homes },
    { name: 'firms.csv', content: firms, kind: 'firm' },
    { name: 'offers.csv', content: offers, kind: 'offer' },
    { name: 'viewings.csv', content: viewings, kind: 'viewing' },
  )
  expect((await client.run()).counts).toMatchObject({ written: 4 * separators.length })
  const written = await readAll('Weir')
  expect(written.map(({ address }) => address.line1).toSorted()).toEqual(separators.map((_separator, at) => `${at + 1} Weir Row`))
  for (const home of written)
    expect(home).toMatchObject({
      address: { line2: 'East End', town: 'Lark mead', county: 'Berk shire' },
      owner: { firstName: 'Grace Ann', lastName: 'Otter Vole' },
      offers: [{ name: 'Bea Uyer', notes: 'One\nTwo' }],
      viewings: [{ name: 'Vi Ewer' }],
    })
  const contacts = await fixtures.as('company').ok(listContacts, { params: fixtures.a, query: { textSearch: 'Weir' } })
  expect(contacts.data.map(({ name }) => name).toSorted()).toEqual(separators.map((_separator, at) => `Firm W${at} Weir`))
})

test('a property without a postcode can be read', async () => {
  await (await ImportClient.checked(fixtures, { content: 'Ref,Address 1,Postcode\nN1,1 Nopost Row,' })).run()
  expect(await readAll('Nopost')).toMatchObject([{ address: { line1: '1 Nopost Row', postcode: '' } }])
})

/** The texts of responses that a contract checks as names, addresses, telephone numbers or e-mail addresses, and where they are stored. */
const storedIn: Record<string, string[]> = {
  'address.line1': ['property.line1', 'branch.line1', 'company.line1', 'company_contact.line1'],
  'address.line2': ['property.line2', 'branch.line2', 'company.line2', 'company_contact.line2'],
  'address.town': ['property.town', 'branch.town', 'company.town', 'company_contact.town'],
  'address.county': ['property.county', 'branch.county', 'company.county', 'company_contact.county'],
  'address.country': ['property.country', 'branch.country', 'company.country', 'company_contact.country'],
  'address.postcode': ['property.postcode', 'branch.postcode', 'company.postcode', 'company_contact.postcode'],
  'additionalContacts.firstName': ['property_additional_contact.first_name'],
  'additionalContacts.lastName': ['property_additional_contact.last_name'],
  'additionalContacts.email': ['property_additional_contact.email'],
  'additionalContacts.tel': ['property_additional_contact.tel'],
  'buyer.name': ['property.buyer_name'],
  'buyer.email': ['property.buyer_email'],
  'buyer.tel': ['property.buyer_tel'],
  'offers.email': ['offer.email'],
  'offers.tel': ['offer.tel'],
  'viewings.email': ['viewing.email'],
  'viewings.tel': ['viewing.tel'],
  'people.tel': ['offer.tel', 'viewing.tel', 'property.buyer_tel'],
  'templates.title': ['task_template.title'],
  'data.email': ['app_user.email'],
  '.name': ['branch.name', 'company.name'],
  '.tel': ['branch.tel', 'company.tel'],
  '.email': ['branch.email'],
  '.userName': ['mail_account.user_name'],
  '.tenant': ['mail_account.tenant'],
  '.clientId': ['mail_account.client_id'],
  'data.name': ['mail_account.name'],
  'data.userName': ['mail_account.user_name'],
  'data.tenant': ['mail_account.tenant'],
  'data.clientId': ['mail_account.client_id'],
}
/** Written by one call each, into a JSON column. */
const writtenByTheirCall = [
  'timelineTemplate.title',
  'timeline.title',
  'filters.areaIds',
  'filters.bStaffIds',
  'filters.branchIds',
]

type Def = { type: string; format?: string; checks?: unknown[]; shape?: Record<string, z.ZodType> } & Record<string, unknown>

/** Finds the texts of one line in a response, as the last two names of their paths. */
function findLines(schema: z.ZodType, path: readonly string[], found: Set<string>): void {
  const { type, format, checks = [], shape = {}, ...parts } = schema.def as unknown as Def
  const isText = type === 'string' && (format === 'email' || (format === undefined && checks.length > 0))
  if (isText && !schema.safeParse('1\n1').success && ['a@b.example', '12345'].some((text) => schema.safeParse(text).success))
    found.add(path.slice(-2).join('.'))
  for (const [name, part] of Object.entries(shape)) findLines(part, [...path, name], found)
  const { element, innerType, in: from, out, valueType, options = [] } = parts
  for (const part of [element, innerType, from, out, valueType, ...(options as unknown[])])
    if (part) findLines(part as z.ZodType, path, found)
}

test('the database refuses a line break in each text that a response shows on one line', async () => {
  const found = new Set<string>()
  for (const { call } of endpoints) findLines(call.response, [''], found)
  expect([...found].filter((path) => !writtenByTheirCall.includes(path)).toSorted()).toEqual(Object.keys(storedIn).toSorted())
  const { rows } = await fixtures.database.pool.query<{ name: string }>(`
    select k.conrelid::regclass || '.' || a.attname as name from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) where k.conname like '%\\_lines'`)
  const guarded = new Set(rows.map(({ name }) => name))
  expect(
    Object.values(storedIn)
      .flat()
      .filter((column) => !guarded.has(column)),
  ).toEqual([])
})
