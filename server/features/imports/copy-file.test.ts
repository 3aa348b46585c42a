import { copyImportFile, downloadImportReport, removeImportFile } from '@gya/domain/features/imports/imports.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
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
  'K3,3 Both Row,RG30 6AA,v3@sample.example,Available,,,,too many',
].join('\n')

test('POST company/{c}/import/{i}/file/{f}/copy: a file of properties with sales is imported as both after one upload', async () => {
  const client = await ImportClient.open(fixtures)
  const fileId = await client.upload({ name: 'all.csv', content })
  const [file] = (await client.read()).files
  expect(file).toMatchObject({
    kind: 'property',
    also: { kind: 'sale', columns: ['Status', 'Buyer', 'Agreed price', 'Sale agreed'] },
  })
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

test('the column of the reference of properties is that of their sales too, whatever its name', async () => {
  const listing = content.replace('Reference', 'ID').replaceAll('Both Row', 'Listed Row').replace(/K(\d)/g, 'L$1')
  const client = await ImportClient.open(fixtures)
  const fileId = await client.upload({
    name: 'homes.csv',
    content: listing.replaceAll(',RG30 6AA', ',').replaceAll(/v(\d)@/g, 'l$1@'),
  })
  const params = { ...client.params, fileId }
  const { files } = await fixtures.as('company').ok(copyImportFile, { params, body: { kind: 'sale' } })
  expect(files[1]?.columns.find(({ name }) => name === 'ID')?.field).toBe('propertyRef')
  await client.check()
  expect((await client.rows()).filter(({ kind }) => kind === 'sale').map(({ decision }) => decision)).toEqual([
    'create',
    'skip',
    'skip',
  ])
  await client.remove()
})

test('the sales of homes without reference and postcode go to the homes of their lines', async () => {
  const client = await ImportClient.open(fixtures)
  const homes = [
    'Address 1,Asking price,Buyer,Agreed price,Sale agreed',
    '1 Bare Row,250000,,,',
    '2 Bare Row,260000,Ann Larch,255000,01/02/2026',
  ]
  const fileId = await client.upload({ name: 'bare.csv', content: homes.join('\n'), kind: 'property' })
  await fixtures.as('company').ok(copyImportFile, { params: { ...client.params, fileId }, body: { kind: 'sale' } })
  expect((await client.check()).counts).toMatchObject({ create: 3, error: 0 })
  expect((await client.run()).counts).toMatchObject({ written: 3, leftOut: 0, heldBack: 0 })
  const { data } = await fixtures
    .as('company')
    .ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: 'Bare Row' } })
  const phases = Object.fromEntries(data.map(({ address, phase }) => [address.line1, phase]))
  expect(phases).toEqual({ '1 Bare Row': 'preForSale', '2 Bare Row': 'sold' })
})

test('POST company/{c}/import/{i}/file with replaces: both uses of the file become uses of the new one, once it is read', async () => {
  const client = await ImportClient.open(fixtures)
  const fileId = await client.upload({ name: 'all.csv', content })
  const company = fixtures.as('company')
  await company.ok(copyImportFile, { params: { ...client.params, fileId }, body: { kind: 'sale' } })
  const [, use] = (await client.read()).files
  await client.map(use?._id ?? '', { mapping: { Buyer: null } })
  const uses = async () => (await client.read()).files.map(({ name, kind, rows, state }) => [name, kind, rows, state])
  const before = [
    ['all.csv', 'property', 3, 'read'],
    ['all.csv (sales)', 'sale', 3, 'read'],
  ]
  // A file that cannot be read replaces nothing.
  const failed = await client.upload({ name: 'all.csv', content: '<?xml version="1.0"?><a/>', replaces: true })
  expect(await uses()).toEqual([...before, ['all.csv', null, 0, 'failed']])
  await company.ok(removeImportFile, { params: { ...client.params, fileId: failed } })
  await client.upload({ name: 'other.csv', content: content.replaceAll('K', 'M').replaceAll('Both', 'Other') })
  const corrected = [...content.split('\n').slice(0, 3), 'K4,4 Both Row,RG30 6AA,v4@sample.example,Available,,,'].join('\n')
  await client.upload({ name: 'all.csv', content: corrected.replace('250,000', '245,000'), replaces: true })
  const { files } = await client.read()
  expect(files.map(({ name, kind }) => [name, kind])).toEqual([
    ['other.csv', 'property'],
    ['all.csv', 'property'],
    ['all.csv (sales)', 'sale'],
  ])
  // The mapping that somebody has chosen for the second use is kept.
  expect(files[2]?.columns.flatMap(({ name, field }) => (field === null ? [] : [name]))).toEqual([
    'Reference',
    'Status',
    'Agreed price',
    'Sale agreed',
  ])
  await client.map(files[2]?._id ?? '', { mapping: { Buyer: 'buyerName' } })
  await client.check()
  const sale = (await client.rows()).find(({ kind, decision }) => kind === 'sale' && decision !== 'skip')
  expect(sale?.plan.find(({ field }) => field === 'agreedPrice')?.to).toBe(24_500_000)
  await client.remove()
})

test('the errors of a second use open as that kind with its mapping, and the next whole file as properties that offer theirs', async () => {
  const homes = (letter: string) =>
    [
      'Reference,Address line 1,Postcode,Status,Bought by,Agreed price,Sale agreed',
      `${letter}1,1 ${letter} Row,RG30 6AB,SSTC,Ann Larch,"£250,000",01/02/2026`,
      `${letter}2,2 ${letter} Row,RG30 6AB,SSTC,Bea Larch,250.000,01/02/2026`,
    ].join('\n')
  const company = fixtures.as('company')
  const useAsSales = async (client: ImportClient) => {
    const fileId = await client.upload({ name: 'all.csv', content: homes('N') })
    const { files } = await company.ok(copyImportFile, { params: { ...client.params, fileId }, body: { kind: 'sale' } })
    return files
  }
  const buyerOf = (file: { columns: { name: string; field: string | null; mappedBy: string | null }[] } | undefined) =>
    file?.columns.flatMap(({ name, field, mappedBy }) => (name === 'Bought by' ? [field, mappedBy] : []))
  const client = await ImportClient.open(fixtures)
  const [, use] = await useAsSales(client)
  await client.map(use?._id ?? '', { mapping: { 'Bought by': 'buyerName' }, strict: ['Sale agreed'] })
  await client.check()
  const url = `${addressOf(downloadImportReport.path, client.params)}?errorsOf=${use?._id}`
  const { body } = await company.inject({ method: 'GET', url })
  expect((await client.run()).counts).toMatchObject({ written: 3, error: 1 })
  const mended = await ImportClient.open(fixtures)
  const mendedId = await mended.upload({ name: 'errors.csv', content: body.replace('250.000', '"251,000"') })
  const [errors] = (await mended.read()).files
  expect([errors?.kind, buyerOf(errors), errors?.strict]).toEqual(['sale', ['buyerName', 'remembered'], ['Sale agreed']])
  await mended.map(mendedId, { strict: [] })
  expect((await mended.check()).counts).toMatchObject({ create: 1, error: 0 })
  await mended.run()
  const next = await ImportClient.open(fixtures)
  const [whole, sales] = await useAsSales(next)
  expect([whole?.kind, sales?.kind, buyerOf(sales), sales?.strict]).toEqual(['property', 'sale', ['buyerName', 'remembered'], []])
  await next.remove()
})
