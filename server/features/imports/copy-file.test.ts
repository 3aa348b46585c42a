import { copyImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const content = [
  'Reference,Address line 1,Postcode,Vendor e-mail,Status,Buyer,Agreed price,Sale agreed',
  'K1,1 Both Row,RG30 6AA,v1@sample.example,SSTC,Ann Larch,"£250,000",01/02/2026',
  'K2,2 Both Row,RG30 6AA,v2@sample.example,Available,,,',
  'K3,3 Both Row,RG30 6AA,v3@sample.example,Available,,',
].join('\n')

test('POST company/{c}/import/{i}/file/{f}/copy: a file of properties with sales is imported as both after one upload', async () => {
  const client = await ImportClient.open(fixtures)
  const fileId = await client.upload({ name: 'all.csv', content })
  const [file] = (await client.read()).files
  expect(file).toMatchObject({ kind: 'property', also: { kind: 'sale', columns: ['Buyer', 'Agreed price', 'Sale agreed'] } })
  const company = fixtures.as('company')
  const params = { ...client.params, fileId }
  const { files } = await company.ok(copyImportFile, { params, body: { kind: 'sale' } })
  expect(files.map(({ name, kind, rows, also, missing }) => [name, kind, rows, also, missing])).toEqual([
    ['all.csv', 'property', 3, null, []],
    ['all.csv (sales)', 'sale', 3, null, []],
  ])
  expect(await company.refusal(copyImportFile, { params, body: { kind: 'sale' } })).toMatchObject({ code: 'IMPORT_STATE' })
  await client.check()
  expect((await client.rows()).map(({ kind, rowNo, decision }) => [kind, rowNo, decision])).toEqual([
    ['property', 2, 'create'],
    ['property', 3, 'create'],
    ['property', 4, 'error'],
    ['sale', 2, 'create'],
    ['sale', 3, 'skip'],
    ['sale', 4, 'skip'],
  ])
  expect((await client.run()).counts).toMatchObject({ written: 3, leftOut: 0 })
  const { data } = await company.ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: '1 Both Row' } })
  expect(data[0]?.phase).toBe('sold')
})
