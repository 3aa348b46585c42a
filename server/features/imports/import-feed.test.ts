import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readOpenPropertyByRef } from '@gya/domain/features/public-api/public-api.contract.ts'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { createPng } from '../../../test/support/multipart-form.ts'
import { sealLeftOvers } from '../record/seal-entries.ts'
import { ImportClient } from './testing/import-client.ts'

/** A real feed of 2013 (MIT): three sales. */
const feed = await readFile(join(import.meta.dirname, 'testing/feed-2013.blm'), 'latin1')
const [first = ''] = feed.split('#DATA#')[1]?.split('~') ?? []
/** The first record as a letting. */
const letting = first
  .trim()
  .replace('red_MOB110555', 'red_LET1')
  .replace(/\^1\^(\d?)\^red_MOB110555_IMG_00/, '^2^$1^red_MOB110555_IMG_00')

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const propertyOf = async (textSearch: string) => {
  const { data } = await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query: { textSearch } })
  return fixtures.as('company').ok(readProperty, { params: { ...fixtures.first, propertyId: data[0]?._id ?? '' } })
}

describe('a feed in BLM', () => {
  test('every sale is created, or has a warning; no offer is invented; importing the file again changes nothing (story 2)', async () => {
    const client = await ImportClient.open(fixtures)
    await client.upload({ name: 'feed.blm', content: Buffer.from(feed, 'latin1') })
    const checked = await client.read()
    expect(checked.files[0]).toMatchObject({
      kind: 'property',
      format: 'blm',
      rows: 3,
      missing: ['BRANCH_ID: say what “red” stands for.'],
      notices: [
        'Pictures and documents at web addresses are not downloaded.',
        'The pictures and documents that it names are missing. To import them, put the feed and the files into a ZIP.',
      ],
    })
    await client.map(checked.files[0]?._id ?? '', { codes: { BRANCH_ID: { red: fixtures.first.branchId } } })
    const { counts } = await client.check()
    expect(counts).toMatchObject({ rows: 3, create: 3, error: 0 })
    expect((await client.rows())[0]?.issues.map(({ message }) => message)).toContain(
      'Marked sold in the feed, but no offer came with it: add an offers or sales file.',
    )
    expect((await client.run()).counts).toMatchObject({ written: 3 })
    const burch = await propertyOf('Burch Lane')
    expect(burch).toMatchObject({
      phase: 'forSale',
      ownership: 'freehold',
      bedrooms: 5,
      address: { line1: 'Burch Lane', line2: 'Cookhill', town: 'Alcester', postcode: 'B49 5JS' },
      mi: { currentAskingPrice: 500_000, askingPrice: [{ priceOption: 0 }] },
      offers: [],
      setupWarnings: expect.arrayContaining(['vendor']),
    })
    expect(burch.timeline.data.find(({ key }) => key === 2)).toMatchObject({ state: 'C', completedOn: '2012-03-19' })
    fixtures.clock.advance({ days: 2 })
    const again = await ImportClient.checked(fixtures, { name: 'feed.blm', content: Buffer.from(feed, 'latin1') })
    expect((await again.read()).counts).toMatchObject({ same: 3, confirmed: 0 })
    await again.remove()
  })

  test('GET open/{c}/by-ref/{system}/{ref} returns the property with its references', async () => {
    await sealLeftOvers(fixtures)
    const { client } = await makeKey(fixtures, { scopes: ['property:read'] })
    const params = { ...fixtures.a, system: 'old', ref: 'red_MOB110666' }
    expect(await client.ok(readOpenPropertyByRef, { params })).toMatchObject({
      address: { line1: 'Burch Lane' },
      refs: [{ system: 'old', ref: 'red_MOB110666' }],
    })
    expect(await client.refusal(readOpenPropertyByRef, { params: { ...params, ref: 'RED_MOB110666' } })).toMatchObject({
      status: 404,
    })
    const elsewhere = await makeKey(fixtures, { scopes: ['property:read'], branchIds: [fixtures.second.branchId] })
    expect(await elsewhere.client.refusal(readOpenPropertyByRef, { params })).toMatchObject({ status: 404 })
  })

  test('a ZIP with media: photo and plan are stored, lettings are skipped with a reason', async () => {
    const own = feed.replaceAll('red_MOB', 'zip_MOB').replace('#DATA#', `#DATA#\n${letting}~`)
    const content = Buffer.from(
      zipSync({
        'feed.blm': strToU8(own, true),
        'zip_MOB110666_IMG_00.JPG': await createPng(8, 8),
        'zip_MOB110666_FLP_00.JPG': await createPng(9, 9),
      }),
    )
    const client = await ImportClient.open(fixtures)
    const fileId = await client.upload({ name: 'feed.zip', content })
    await client.map(fileId, { codes: { BRANCH_ID: { red: fixtures.first.branchId } } })
    await client.check()
    const rows = await client.rows()
    expect(rows[0]).toMatchObject({ decision: 'skip', issues: [{ message: 'A letting: GYA holds sales.' }] })
    expect(rows.slice(1).map(({ decision }) => decision)).toEqual(['duplicate', 'duplicate', 'duplicate'])
    await client.remove()
  })

  test('a feed cut before #END# is refused, and nothing is read (story 3)', async () => {
    const client = await ImportClient.open(fixtures, { name: 'Cut' })
    await client.upload({ name: 'cut.blm', content: Buffer.from(feed.slice(0, -40), 'latin1') })
    expect(await client.read()).toMatchObject({
      state: 'open',
      files: [{ state: 'failed', rows: 0, failure: expect.stringContaining('ends early') }],
    })
    await client.remove()
  })
})

describe('a ZIP of documents', () => {
  test('each document is stored with its property; missing and refused files are reported', async () => {
    const png = await createPng(5, 5)
    const content = Buffer.from(
      zipSync({
        'index.csv': strToU8(
          'Property ref,File,Note\nred_MOB110777,plan.png,Floor plan\nred_MOB110777,gone.pdf,\nred_MOB110777,page.html,\n',
        ),
        'plan.png': png,
        'page.html': strToU8('<html><script>alert(1)</script></html>'),
      }),
    )
    const client = await ImportClient.open(fixtures, { name: 'Documents' })
    await client.upload({ name: 'documents.zip', content })
    await client.check()
    const rows = await client.rows()
    expect(rows.map(({ decision }) => decision)).toEqual(['create', 'error', 'error'])
    expect(rows[1]?.issues[0]?.message).toBe('The ZIP has no file “gone.pdf”.')
    await client.run()
    expect((await propertyOf('Bilbury')).documents).toMatchObject([
      { note: 'Floor plan', file: { fileName: 'plan.png', originalByteSize: png.length } },
    ])
    expect((await client.undo()).counts).toMatchObject({ undone: 1, kept: 0 })
    expect((await propertyOf('Bilbury')).documents).toEqual([])
  })
})
