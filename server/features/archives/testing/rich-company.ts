import { Readable } from 'node:stream'
import { createApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import { makeFeed } from '@gya/domain/features/calendar-feeds/calendar-feeds.contract.ts'
import {
  addCheckFile,
  decideCustomer,
  listCustomers,
  strikeCheck,
} from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import { addDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { Fixtures } from '../../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../../test/support/multipart-form.ts'
import { newRecordKey } from '../../../../test/support/tampering.ts'
import { addressOf } from '../../../../test/support/test-client.ts'
import { fileKeys } from '../../../infra/files/file-store.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import { enterCustomer, switchChecks } from '../../customer-checks/testing/enter-customer.ts'
import { openLink, sell } from '../../party-links/testing/party-client.ts'
import { signCheckpoints } from '../../record/sign-checkpoints.ts'

const logo = '0198c0de-0000-4000-8000-00000000a11f'

/** Adds to company A everything that an archive must contain: texts of all kinds, files, keys, endpoints, a party’s link, signed checkpoints. */
export async function enrichCompany(fixtures: Fixtures): Promise<void> {
  const { database, clock, files, config, a, first, second, idOf } = fixtures
  const company = fixtures.as('company')
  await company.ok(addNote, { params: first, body: { message: 'Line one\nand "two", \\ ½ 😀 =1+1\u2028' } })
  await fixtures.as('platform').ok(addNote, { params: second, body: { message: 'By the platform' } })
  await company.ok(addOffer, {
    params: first,
    body: { name: 'Rowan Teal', amount: 200_000, cashBuy: true, chain: false },
  })
  await company.inject({
    method: 'POST',
    url: addressOf(addDocument.path, first),
    ...(await multipartForm([['file', await createPng(40, 30), 'Plan of the "house".png']])),
  })
  for (const key of fileKeys(logo, 'picture'))
    await files.put(key, Readable.from([Buffer.from(key)]), { bytes: key.length, contentType: 'image/webp' })
  await enrichRegister(fixtures)
  const key = { scopes: ['note:write' as const], branchIds: [first.branchId], expiresInDays: 90 }
  await company.ok(createApiKey, { params: a, body: { name: 'Website', ...key } })
  await fixtures.as('staff').ok(makeFeed, { body: { name: 'Telephone', kinds: ['viewing'] } })
  const party = await openLink(fixtures, await sell(fixtures, '9 Archive Street'), 'buyer-conveyancer')
  await party.propose({ what: 'message', text: 'We act for the buyer' })
  // A restored company forecasts its sales at once: the original must have forecasts to compare with.
  await jobAdder(database.db)('forecast-sales', {})
  await fixtures.runJobs()
  const insert = (text: string, values: unknown[] = []) => database.pool.query(text, values)
  await insert('update branch set logo = $2 where id = $1', [first.branchId, logo])
  await insert('update app_user set updated_by = $2 where id = $1', [idOf.company, idOf.vendor])
  await insert('update app_user set email_verified = true where id = $1', [idOf.company])
  await insert('update company set updated_by = $2, brand_colour = $3 where id = $1', [a.companyId, idOf.company, '#1b2b4b'])
  await insert(
    `insert into webhook (company_id, id, url, kinds, secret_encrypted, state, created_by, createdon)
     values ($1, gen_random_uuid(), 'https://receiver.example/gya', '{*}', '\\x00', 'on', $2, $3)`,
    [a.companyId, idOf.company, clock.now()],
  )
  await insert(
    `insert into mail_account (company_id, id, branch_id, name, kind, host, user_name, secret_encrypted, from_day, state, failing_since,
       last_words, created_by, createdon)
     values ($1, gen_random_uuid(), $2, 'Sales', 'password', 'imap.alder.example', 'sales@alder.example', '\\x00', '2026-03-01',
       'failing', $4, 'The sign-in was refused.', $3, $4)`,
    [a.companyId, fixtures.first.branchId, idOf.company, clock.now()],
  )
  await insert(
    `insert into company_provider (company_id, kind, issuer, client_id, secret_encrypted, role, required, createdon)
     values ($1, 'google', 'https://accounts.example', 'client', '\\x00', 'READER', true, $2)`,
    [a.companyId, clock.now()],
  )
  await insert('insert into company_domain (domain, company_id, confirmed_by, confirmed_on) values ($1, $2, $3, $4)', [
    'alder.example',
    a.companyId,
    idOf.platform,
    clock.now(),
  ])
  await insert(
    `insert into action_item_snooze (company_id, subject_id, key, until, reason, attempts, set_by, set_on)
     select company_id, subject_id, key, $2::timestamptz + interval '3 days', 'snoozed', 0, $3, $2
     from action_item where company_id = $1 limit 1`,
    [a.companyId, clock.now(), idOf.staff],
  )
  await insert('insert into vendor_news (company_id, property_id, since, send_after) values ($1, $2, $3, $3)', [
    a.companyId,
    second.propertyId,
    clock.now(),
  ])
  const earlier = newRecordKey()
  for (const recordKeys of [[earlier], [...config.recordKeys, earlier]]) {
    await signCheckpoints({ ...fixtures, config: { publicUrl: config.publicUrl, recordKeys } })
    await company.ok(addNote, { params: first, body: { message: 'After a checkpoint' } })
  }
}

/** Names, papers and words of the register of company A, for which a test searches elsewhere. */
export const registerWords = ['Quentin Sellerby', 'Sellerby Homes', 'Passport 889123', 'All owners are known.', 'papers.png']

/** Identifiers, customers with checks, an owner, a decision, a struck check, and a copy of a paper. */
async function enrichRegister(fixtures: Fixtures): Promise<void> {
  const { a, first } = fixtures
  const company = fixtures.as('company')
  const identifiers = { uprn: '310077001', titleNumbers: ['BK1', 'BK2'], epcNumber: '00001111222233334444', councilTaxBand: 'C' }
  await company.ok(updateProperty, { params: first, body: { _id: first.propertyId, identifiers, lookedUp: ['uprn'] } })
  await switchChecks(company, a)
  const customerId = await enterCustomer(company, first, {
    form: 'company',
    name: 'Sellerby Homes',
    kinds: ['ownership'],
    reasons: ['cash'],
  })
  const params = { ...first, customerId }
  await company.ok(decideCustomer, { params, body: { decision: 'approved', reason: 'All owners are known.' } })
  await enterCustomer(company, first, { ownerOf: customerId })
  const { data } = await company.ok(listCustomers, { params: first })
  const [kept, struck] = data.find(({ ownerOf }) => ownerOf === customerId)?.checks ?? []
  await company.ok(strikeCheck, { params: { ...first, checkId: struck?._id ?? '' }, body: { reason: 'Another person.' } })
  await company.inject({
    method: 'POST',
    url: addressOf(addCheckFile.path, { ...first, checkId: kept?._id ?? '' }),
    ...(await multipartForm([['file', await createPng(4, 3), 'papers.png']])),
  })
}
