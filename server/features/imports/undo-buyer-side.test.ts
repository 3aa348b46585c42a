import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { expect, test } from 'vitest'
import { openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

test('the undo of an import brings back the buyer’s side that it set aside: solicitor, contacts, notes and memorandum', async () => {
  const fixtures = await openFixtures()
  const staff = fixtures.as('staff')
  const run = async (name: string, content: string) => {
    const client = await ImportClient.checked(fixtures, { name, content })
    await client.run()
    return client
  }
  await run('properties.csv', 'Ref,Address 1,Postcode\nS1,1 Side Row,RG30 6AA')
  const { data } = await staff.ok(listCompanyProperties, { params: fixtures.a, query: { textSearch: 'Side Row' } })
  const params = { ...fixtures.first, propertyId: data[0]?._id ?? '' }
  await staff.ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 240_000, cashBuy: false, chain: false, state: 'P' } })
  const { _id: contact } = await staff.ok(createContact, { params: fixtures.a, body: { name: 'Side Law' } })
  const person = { firstName: 'Mo', lastName: 'Uyer', email: 'mo@people.example', tel: '0118 496 0100', options: { memo: false } }
  const buyerDetails = {
    solicitor: { contact, poc: null },
    additionalContacts: [person],
    other: 'Rings at noon',
  }
  await staff.ok(saveContacts, { params, body: { buyerDetails } })
  // A call refuses it without a buyer; an older fall-off may have left it.
  await fixtures.database.db
    .insertInto('memo')
    .values({
      company_id: params.companyId,
      property_id: params.propertyId,
      remarks: 'Vacant possession',
      createdon: fixtures.clock.now(),
    })
    .execute()
  const entered = async () => {
    const { contacts, memo, referrals } = await staff.ok(readProperty, { params })
    return { ...contacts, memo: memo.remarks, referrals }
  }
  const before = await entered()
  expect(before.memo).toBe('Vacant possession')
  const sale = await run('sales.csv', 'Property ref,Buyer,Agreed price,Accepted on\nS1,Kim Merrow,"250,000",01/10/2025')
  expect((await entered()).buyerDetails).toMatchObject({ solicitor: null, additionalContacts: [], other: '' })
  await sale.undo()
  expect(await entered()).toEqual(before)
  await fixtures.close()
})
