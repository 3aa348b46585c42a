import { deleteBranch, deleteCompany, deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileKeys } from '../../platform/file-keys.ts'
import { jobAdder } from '../../platform/jobs.ts'
import { createPng, multipartForm } from '../../testing/form.ts'
import { openMailReceiver } from '../../testing/mail-receiver.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type Fixtures, openFixtures, type PropertyPath } from '../../testing/world.ts'

let world: Fixtures
beforeEach(async () => {
  world = await openFixtures()
})
afterEach(() => world.close())

const put = async (as: TestClient, method: 'PUT' | 'POST', url: string, fields: Parameters<typeof multipartForm>[0]) => {
  const answer = await as.inject({ method, url, ...(await multipartForm(fields)) })
  expect([url, answer.statusCode]).toEqual([url, 200])
}

/** A picture of the property, its branch, its company and one of its people, and a document of the property. */
async function giveFiles({ companyId, branchId, propertyId }: PropertyPath, person: 'staff' | 'otherStaff'): Promise<void> {
  const as = world.as('platform')
  const picture = await createPng(4, 4)
  const of = (id: string): Parameters<typeof multipartForm>[0] => [
    ['_id', id],
    ['file', picture, 'picture.png'],
  ]
  await put(as, 'PUT', '/api/company', of(companyId))
  await put(as, 'PUT', `/api/branch/${companyId}`, of(branchId))
  await put(as, 'PUT', `/api/property/${companyId}/${branchId}`, of(propertyId))
  await put(world.as(person), 'PUT', '/api/user/me', [['file', picture, 'me.png']])
  await put(as, 'POST', `/api/property/${companyId}/${branchId}/${propertyId}/document`, [
    ['note', 'The lease'],
    ['file', Buffer.from('The lease.'), 'lease.txt'],
  ])
}

/** The files that rows of a company refer to. */
async function filesOf(companyId: string): Promise<{ id: string; kind: 'picture' | 'original' }[]> {
  const { rows } = await world.database.pool.query<{ id: string; kind: 'picture' | 'original' }>(
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
  Promise.all(files.map(async ({ id, kind }) => (await world.files.size(fileKeys(id, kind)[0] ?? '')) !== null))

async function sweep(): Promise<void> {
  await jobAdder(world.database.db)('sweep-deleted', {})
  await world.runJobs()
}

test('The files of a company go when its 30 days are over, and not a moment before; another company keeps its own', async () => {
  await giveFiles(world.first, 'staff')
  await giveFiles(world.other, 'otherStaff')
  const before = await filesOf(world.a.companyId)
  const others = await filesOf(world.b.companyId)
  expect([before.length, others.length]).toEqual([5, 5])
  await world.as('platform').ok(deleteCompany, { params: world.a })
  world.clock.advance({ days: 30 })
  world.clock.moveTo(new Date(Date.parse(world.clock.now()) - 1).toISOString())
  await sweep()
  expect(await filesOf(world.a.companyId)).toEqual(before)
  expect(await areThere(before)).toEqual(before.map(() => true))
  world.clock.advance({ minutes: 1 })
  await sweep()
  expect(await filesOf(world.a.companyId)).toEqual([])
  expect(await areThere(before)).toEqual(before.map(() => false))
  expect(await filesOf(world.b.companyId)).toEqual(others)
  expect(await areThere(others)).toEqual(others.map(() => true))
})

test('The files of a property go with it or with its branch; those of one that was brought back stay', async () => {
  await giveFiles(world.first, 'staff')
  const files = await filesOf(world.a.companyId)
  await world.as('company').ok(deleteProperty, { params: world.first })
  await world
    .as('platform')
    .ok(restoreProperty, { params: { companyId: world.a.companyId, deletedPropertyId: world.first.propertyId } })
  world.clock.advance({ days: 31 })
  await sweep()
  expect(await filesOf(world.a.companyId)).toEqual(files)
  const platform = await world.signedIn(world.idOf.platform)
  await platform.ok(deleteBranch, { params: world.first })
  world.clock.advance({ days: 31 })
  await sweep()
  const left = await filesOf(world.a.companyId)
  // The company's logo and the photo of a member, who keeps the account.
  expect(left).toHaveLength(2)
  expect(await areThere(left)).toEqual([true, true])
})

test('What is gone stays in the record and in the database, marked', async () => {
  await giveFiles(world.first, 'staff')
  await world.as('company').ok(deleteProperty, { params: world.first })
  world.clock.advance({ days: 31 })
  await sweep()
  const rows = await world.database.db
    .selectFrom('property')
    .select(['logo', 'deleted_on'])
    .where('id', '=', world.first.propertyId)
    .execute()
  expect(rows).toEqual([{ logo: null, deleted_on: expect.any(String) }])
})

test('A document that a message still carries goes once the message is sent', async () => {
  await world.close()
  const mailServer = await openMailReceiver()
  world = await openFixtures({ config: { smtpUrl: mailServer.url } })
  await giveFiles(world.first, 'staff')
  const document = (await filesOf(world.a.companyId)).filter(({ kind }) => kind === 'original')
  const { id: documentId } = await world.database.db.selectFrom('document').select('id').executeTakeFirstOrThrow()
  const to = ['buyer@people.example']
  const body = { to, cc: [], bcc: [], replyTo: '', subject: 'The lease', message: 'Here it is.' }
  await world.as('staff').ok(emailDocument, { params: { ...world.first, documentId }, body })
  await world.as('company').ok(deleteProperty, { params: world.first })
  mailServer.refuseNext.push({ code: 451, words: 'Later' })
  world.clock.advance({ days: 31 })
  await sweep()
  expect(await areThere(document)).toEqual([true])
  await world.runJobs()
  expect(mailServer.received[0]?.attachments).toHaveLength(1)
  await world.runJobs()
  expect(await areThere(document)).toEqual([false])
  await mailServer.close()
})
