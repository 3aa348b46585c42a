import { createProperty, listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const head = 'Our ref,Address 1,Postcode,UPRN,Land Registry title no,EPC RRN,Tax band,Owner,Owner email'
const owner = 'Ida Heron,ida.heron@sellers.example'
const checked = (rows: string[], system = 'old') =>
  ImportClient.open(fixtures, { system }).then(async (client) => {
    await client.upload({ content: [head, ...rows.map((row) => `${row},${owner}`)].join('\n') })
    return { client, ...(await client.check()) }
  })
const found = async (textSearch: string) => {
  const { data } = await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })
  return fixtures.as('company').ok(readProperty, {
    params: { ...fixtures.first, propertyId: data.find(({ address }) => address.line1 === textSearch)?._id ?? '' },
  })
}

test('four columns by the names of other systems; what cannot be read is left empty, and only that cell', async () => {
  const { client, counts } = await checked([
    'I1,1 Number Row,RG30 6AA,0010001,bk 101; BK102,12345678901234567890,band c',
    'I2,2 Number Row,RG30 6AA,no number,BK?,1234,Z',
  ])
  expect(counts).toMatchObject({ create: 2, error: 0 })
  expect((await client.run()).counts).toMatchObject({ written: 2 })
  expect((await found('1 Number Row')).identifiers).toEqual({
    uprn: '10001',
    titleNumbers: ['BK101', 'BK102'],
    epcNumber: '1234-5678-9012-3456-7890',
    councilTaxBand: 'C',
  })
  const none = { uprn: null, titleNumbers: [], epcNumber: null, councilTaxBand: null }
  expect((await found('2 Number Row')).identifiers).toEqual(none)
  const [, second] = await client.rows()
  expect(second?.issues.filter(({ level }) => level === 'empty')).toHaveLength(4)
})

test('the same files again change nothing; a changed title is an update with its entry', async () => {
  const row = 'S1,3 Number Row,RG30 6AA,10003,BK103,,D'
  await checked([row]).then(({ client }) => client.run())
  expect((await checked([row])).counts).toMatchObject({ same: 1 })
  const { client, counts } = await checked(['S1,3 Number Row,RG30 6AA,10003,BK103;BK104,,D'])
  expect(counts).toMatchObject({ update: 1 })
  await client.run()
  expect((await found('3 Number Row')).identifiers.titleNumbers).toEqual(['BK103', 'BK104'])
})

test('a row is matched by UPRN although its address is spelt otherwise', async () => {
  const {
    address,
    owner: of,
    identifiers,
  } = {
    address: testAddress('Rose Cottage, 4 Number Row'),
    owner: { _id: fixtures.idOf.vendor },
    identifiers: { uprn: '10004' },
  }
  const { companyId, branchId } = fixtures.first
  const property = await fixtures
    .as('company')
    .ok(createProperty, { params: { companyId, branchId }, body: { address, owner: of, identifiers } })
  const { client, counts } = await checked(['U1,Rose Cott,RG30 6ZZ,10004,BK105,,'])
  expect(counts).toMatchObject({ duplicate: 1 })
  const [row] = await client.rows()
  expect(row).toMatchObject({ decision: 'duplicate', targetId: property._id })
  expect(row?.issues.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^Same UPRN as a property taken on /))
})

test('a UPRN with two postcodes in one file is an error on the second row; two references with one UPRN are two properties and a warning', async () => {
  const { client, counts } = await checked([
    'P1,5 Number Row,RG30 6AA,10005,,,',
    'P2,6 Number Row,RG31 7BB,10005,,,',
    'P3,Flat 5 Number Row,RG30 6AA,10005,,,',
  ])
  expect(counts).toMatchObject({ create: 2, error: 1 })
  const [, other, third] = await client.rows()
  expect(other?.issues).toMatchObject([{ level: 'error', message: 'It has the UPRN of line 2, and another postcode.' }])
  expect(third?.issues.map(({ message }) => message)).toContain(
    'The same UPRN as line 2. Their references differ, so they are two properties.',
  )
})
