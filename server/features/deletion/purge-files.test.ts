import { deleteBranch, deleteCompany, deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { defaultRetention } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath } from '../../../test/support/fixtures.ts'
import { openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { fileKeys } from '../../infra/files/file-store.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { applyRetention } from '../personal-data/apply-retention.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
})
afterEach(() => fixtures.close())

const put = async (as: TestClient, method: 'PUT' | 'POST', url: string, fields: Parameters<typeof multipartForm>[0]) => {
  const answer = await as.inject({ method, url, ...(await multipartForm(fields)) })
  expect([url, answer.statusCode]).toEqual([url, 200])
}

/** Pictures of the property, its branch, its company and a user, and a document of the property. */
async function giveFiles({ companyId, branchId, propertyId }: PropertyPath, person: 'staff' | 'otherStaff'): Promise<void> {
  const as = fixtures.as('platform')
  const picture = await createPng(4, 4)
  const of = (id: string): Parameters<typeof multipartForm>[0] => [
    ['_id', id],
    ['file', picture, 'picture.png'],
  ]
  await put(as, 'PUT', '/api/company', of(companyId))
  await put(as, 'PUT', `/api/branch/${companyId}`, of(branchId))
  await put(as, 'PUT', `/api/property/${companyId}/${branchId}`, of(propertyId))
  await put(fixtures.as(person), 'PUT', '/api/user/me', [['file', picture, 'me.png']])
  await put(as, 'POST', `/api/property/${companyId}/${branchId}/${propertyId}/document`, [
    ['note', 'The lease'],
    ['file', Buffer.from('The lease.'), 'lease.txt'],
  ])
}

/** The files that rows of a company refer to. */
async function filesOf(companyId: string): Promise<{ id: string; kind: 'picture' | 'original' }[]> {
  const { rows } = await fixtures.database.pool.query<{ id: string; kind: 'picture' | 'original' }>(
    `select logo as id, 'picture' as kind from company where id = $1 union all
     select logo, 'picture' from branch where company_id = $1 union all
     select logo, 'picture' from property where company_id = $1 union all
     select avatar, 'picture' from app_user where company_id = $1 union all
     select file, 'original' from document where company_id = $1`,
    [companyId],
  )
  return rows.filter(({ id }) => id !== null)
}
const areThere = (files: Awaited<ReturnType<typeof filesOf>>): Promise<boolean[]> =>
  Promise.all(files.map(async ({ id, kind }) => (await fixtures.files.size(fileKeys(id, kind)[0] ?? '')) !== null))

async function sweep(): Promise<void> {
  await jobAdder(fixtures.database.db)('sweep-deleted', {})
  await fixtures.runJobs()
}

test('sweep-deleted deletes the files of a company after 30 days, not before; other companies keep theirs', async () => {
  await giveFiles(fixtures.first, 'staff')
  await giveFiles(fixtures.other, 'otherStaff')
  const before = await filesOf(fixtures.a.companyId)
  const others = await filesOf(fixtures.b.companyId)
  expect([before.length, others.length]).toEqual([5, 5])
  await fixtures.as('platform').ok(deleteCompany, { params: fixtures.a })
  fixtures.clock.advance({ days: 30 })
  fixtures.clock.moveTo(new Date(Date.parse(fixtures.clock.now()) - 1).toISOString())
  await sweep()
  expect(await filesOf(fixtures.a.companyId)).toEqual(before)
  expect(await areThere(before)).toEqual(before.map(() => true))
  fixtures.clock.advance({ minutes: 1 })
  await sweep()
  expect(await filesOf(fixtures.a.companyId)).toEqual([])
  expect(await areThere(before)).toEqual(before.map(() => false))
  expect(await filesOf(fixtures.b.companyId)).toEqual(others)
  expect(await areThere(others)).toEqual(others.map(() => true))
})

test('sweep-deleted deletes the files of a deleted property or branch, not of a restored one', async () => {
  await giveFiles(fixtures.first, 'staff')
  const files = await filesOf(fixtures.a.companyId)
  await fixtures.as('company').ok(deleteProperty, { params: fixtures.first })
  await fixtures
    .as('platform')
    .ok(restoreProperty, { params: { companyId: fixtures.a.companyId, deletedPropertyId: fixtures.first.propertyId } })
  fixtures.clock.advance({ days: 31 })
  await sweep()
  expect(await filesOf(fixtures.a.companyId)).toEqual(files)
  const platform = await fixtures.signedIn(fixtures.idOf.platform)
  await platform.ok(deleteBranch, { params: fixtures.first })
  fixtures.clock.advance({ days: 31 })
  await sweep()
  const left = await filesOf(fixtures.a.companyId)
  // The company's logo and the photo of a member, whose account stays.
  expect(left).toHaveLength(2)
  expect(await areThere(left)).toEqual([true, true])
})

test('sweep-deleted keeps the rows, marked as deleted, and the events', async () => {
  await giveFiles(fixtures.first, 'staff')
  await fixtures.as('company').ok(deleteProperty, { params: fixtures.first })
  fixtures.clock.advance({ days: 31 })
  await sweep()
  const rows = await fixtures.database.db
    .selectFrom('property')
    .select(['logo', 'deleted_on'])
    .where('id', '=', fixtures.first.propertyId)
    .execute()
  expect(rows).toEqual([{ logo: null, deleted_on: expect.any(String) }])
})

test('sweep-deleted keeps a document attached to an e-mail about the sale while that e-mail is kept', async () => {
  await fixtures.close()
  const mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
  await giveFiles(fixtures.first, 'staff')
  const document = (await filesOf(fixtures.a.companyId)).filter(({ kind }) => kind === 'original')
  const { id: documentId } = await fixtures.database.db.selectFrom('document').select('id').executeTakeFirstOrThrow()
  const to = ['buyer@people.example']
  const body = { to, cc: [], bcc: [], replyTo: '', subject: 'The lease', message: 'Here it is.' }
  await fixtures.as('staff').ok(emailDocument, { params: { ...fixtures.first, documentId }, body })
  await fixtures.as('company').ok(deleteProperty, { params: fixtures.first })
  mailServer.refuseNext.push({ code: 451, words: 'Later' })
  fixtures.clock.advance({ days: 31 })
  await sweep()
  expect(await areThere(document)).toEqual([true])
  await fixtures.runJobs()
  expect(mailServer.received[0]?.attachments).toHaveLength(1)
  await fixtures.runJobs()
  expect(await areThere(document)).toEqual([true])
  fixtures.clock.advance({ days: 366 * (defaultRetention.saleMailYears + 1) })
  await applyRetention(fixtures)
  await sweep()
  expect(await areThere(document)).toEqual([false])
  await mailServer.close()
})
