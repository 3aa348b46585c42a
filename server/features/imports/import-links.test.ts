import { sendPartyLink } from '@gya/domain/features/party-links/party-links.contract.ts'
import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  return () => fixtures.close()
})

const firms = (...lines: string[]) => ({
  name: 'firms.csv',
  kind: 'firm' as const,
  content: ['Ref,Name,Role,Email', ...lines].join('\n'),
})
const sales = (...lines: string[]) => ({
  name: 'sales.csv',
  kind: 'sale' as const,
  content: ['Property ref,Buyer,Agreed price,Accepted on,Vendor solicitor,Buyer solicitor', ...lines].join('\n'),
})
const run = async (...files: Parameters<typeof ImportClient.checked>[1][]) => {
  const client = await ImportClient.checked(fixtures, ...files)
  await client.run()
  return client
}

/** A sale with two solicitors, and an open link of each. */
async function sold(ref: string): Promise<PropertyPath> {
  await run(
    { content: `Ref,Address 1,Postcode\n${ref},1 ${ref} Row,RG30 6AA` },
    firms(`${ref}A,${ref} Ash,solicitor,ash-${ref}@law.example`, `${ref}B,${ref} Beech,solicitor,beech-${ref}@law.example`),
    sales(`${ref},Bea Uyer,"250,000",01/10/2025,${ref} Ash,${ref} Beech`),
  )
  const { data } = await fixtures
    .as('company')
    .ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: `${ref} Row` } })
  return { ...fixtures.first, propertyId: data[0]?._id ?? '' }
}

async function sendTo(place: PropertyPath, party: 'vendor-conveyancer' | 'buyer-conveyancer', email: string): Promise<void> {
  const { rows } = await fixtures.database.pool.query<{ id: string }>(
    'select contact_id as id from property_contact where property_id = $1 and role = $2',
    [place.propertyId, party === 'vendor-conveyancer' ? 'vendorSolicitor' : 'buyerSolicitor'],
  )
  const body = { party, name: 'J. Tolliver', email, contactId: rows[0]?.id ?? '' }
  await fixtures.as('staff').ok(sendPartyLink, { params: place, body })
}

const links = async ({ propertyId }: PropertyPath) => {
  const { rows } = await fixtures.database.pool.query<{ email: string; because: string | null }>(
    'select email, ended_because as because from party_link where property_id = $1 order by email',
    [propertyId],
  )
  return Object.fromEntries(rows.map(({ email, because }) => [email, because]))
}

test('a solicitor whom an import replaces loses the link, also one at another address of the firm', async () => {
  const place = await sold('L1')
  await sendTo(place, 'vendor-conveyancer', 'ash-l1@law.example')
  await sendTo(place, 'buyer-conveyancer', 'beech-l1@law.example')
  await sendTo(place, 'buyer-conveyancer', 'clerk@law.example')
  await run(firms('L1C,L1 Cedar,solicitor,cedar-l1@law.example'), sales('L1,,,,,L1 Cedar'))
  expect(await links(place)).toEqual({
    'ash-l1@law.example': null,
    'beech-l1@law.example': 'email-changed',
    'clerk@law.example': 'email-changed',
  })
})

test('a firm whose e-mail an import changes loses the link; so does the new address when the import is undone', async () => {
  const place = await sold('L2')
  await sendTo(place, 'vendor-conveyancer', 'ash-l2@law.example')
  const client = await run(firms('L2A,L2 Ash,solicitor,new-l2@law.example'))
  expect(await links(place)).toEqual({ 'ash-l2@law.example': 'email-changed' })
  await sendTo(place, 'vendor-conveyancer', 'new-l2@law.example')
  expect((await client.undo()).counts).toMatchObject({ undone: 1, kept: 0 })
  expect(await links(place)).toEqual({ 'ash-l2@law.example': 'email-changed', 'new-l2@law.example': 'email-changed' })
})

test('an undo keeps a firm that a sale uses, with its link', async () => {
  const place = await sold('L3')
  const client = await run(firms('L3C,L3 Cedar,solicitor,cedar-l3@law.example'))
  await run(sales('L3,,,,L3 Cedar,'))
  await sendTo(place, 'vendor-conveyancer', 'cedar-l3@law.example')
  expect((await client.undo()).counts).toMatchObject({ undone: 0, kept: 1 })
  expect(await links(place)).toEqual({ 'cedar-l3@law.example': null })
})
