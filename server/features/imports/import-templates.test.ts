import { type ImportKind, importKindNames } from '@gya/domain/features/imports/import-kinds.ts'
import { downloadImportTemplate } from '@gya/domain/features/imports/imports.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const templateOf = async (kind: ImportKind): Promise<string> => {
  const url = addressOf(downloadImportTemplate.path, { ...fixtures.a, kind })
  return (await fixtures.as('company').inject({ method: 'GET', url })).body
}

test('the templates of all kinds pass the check as they are, and are imported', async () => {
  const files = await Promise.all(
    importKindNames.map(async (kind) => {
      const content = await templateOf(kind)
      if (kind !== 'document') return { name: `${kind}.csv`, content, kind }
      const zip = zipSync({ 'documents.csv': strToU8(content), 'memorandum.pdf': strToU8('%PDF-1.4\n%%EOF\n') })
      return { name: 'documents.zip', content: Buffer.from(zip), kind }
    }),
  )
  const client = await ImportClient.checked(fixtures, ...files)
  const rows = await client.rows()
  expect(rows.map(({ kind, decision, issues }) => ({ kind, decision, issues }))).toEqual(
    importKindNames.map((kind) => ({ kind, decision: 'create', issues: [] })),
  )
  expect((await client.run()).counts).toMatchObject({ written: importKindNames.length, leftOut: 0, heldBack: 0 })
  const { data } = await fixtures
    .as('company')
    .ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: 'Sample Road' } })
  const params = { ...fixtures.first, propertyId: data[0]?._id ?? '' }
  expect(await fixtures.as('company').ok(readProperty, { params })).toMatchObject({ phase: 'sold', mi: { agreedPrice: 280_000 } })
})
