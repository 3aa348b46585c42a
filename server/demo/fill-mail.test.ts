import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { londonDay } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/pool.ts'
import { readCounts } from '../features/today/today.read-model.ts'
import { secretBox } from '../infra/encrypted-secrets.ts'
import { folderStore } from '../infra/files/folder-store.ts'
import { demoMailDomain, fillDemoMail } from './fill-mail.ts'
import { demoClock, openDemo } from './testing/open-demo.ts'

let demo: Database
let folder: string
const fill = () => {
  const mailIn = { domain: demoMailDomain, port: 0, host: '127.0.0.1', relays: [], takesBounces: true }
  const config = { mailIn, mailFrom: 'GYA <no-reply@gya.example>', clamdUrl: undefined }
  return fillDemoMail({
    database: demo,
    clock: demoClock,
    files: folderStore(folder),
    config,
    secrets: secretBox(Buffer.alloc(32, 7)),
  })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-demo-mail-'))
  demo = await openDemo()
  await fill()
}, 300_000)
afterAll(async () => {
  await demo.close()
  await rm(folder, { recursive: true })
})

const rows = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(demo.db)).rows

test('the demo has e-mails on its sales, to file, and of every kind that needs care', async () => {
  const states = await rows(sql<{ state: string; count: number }>`select state, count(*)::int as count from mail_in group by 1`)
  const count: Partial<Record<string, number>> = Object.fromEntries(states.map((one) => [one.state, one.count]))
  expect(count).toMatchObject({ aside: 1, inbox: expect.any(Number), filed: expect.any(Number) })
  const { arrived, filed = 0, inbox = 0 } = count
  expect([arrived, filed >= 20, inbox >= 6 && inbox <= 9]).toEqual([undefined, true, true])
  const [about] = await rows(sql<Record<string, number>>`select
    (select count(distinct property_id)::int from mail_in_sale where state = 'filed') as sales,
    (select count(*)::int from (select from mail_in where state = 'filed' group by thread_id having count(*) > 1) t) as threads,
    (select count(*)::int from party_proposal where source = 'mail' and state = 'open') as proposals,
    (select count(*)::int from mail_in where warnings @> '[{"warning": "bank-details"}]') as "bankDetails",
    (select count(*)::int from mail_in where warnings @> '[{"warning": "name"}]') as names,
    (select count(*)::int from mail_in where bounced_to is not null) as bounces,
    (select count(*)::int from mail_in where forwarded_by is not null) as forwarded,
    (select count(*)::int from mail_in where unread_because is not null) as unread,
    (select count(*)::int from document where mail_in_id is not null) as documents,
    (select count(*)::int from mail_in where sender_check = 'verified') as verified`)
  expect(about).toMatchObject({ bankDetails: 1, names: 1, bounces: 1, forwarded: 1, unread: 1 })
  expect([about?.sales ?? 0, about?.threads ?? 0, about?.proposals ?? 0, about?.documents ?? 0, about?.verified ?? 0]).toEqual(
    [12, 5, 4, 1, 25].map((least) => expect.toSatisfy((one: number) => one >= least, `at least ${least}`)),
  )
})

test('the demo has a mail account that fails, in words', async () => {
  const accounts = await rows(sql<{ state: string; last_words: string }>`select state, last_words from mail_account`)
  expect(accounts).toEqual([{ state: 'failing', last_words: 'The host name could not be resolved.' }])
})

test('its staff have e-mails in their day; a second start adds none', async () => {
  const [staff] = await rows(
    sql<{ id: string; company_id: string }>`select id, company_id from app_user where email = 'staff@demo.example'`,
  )
  const now = demoClock.now()
  const { groups } = await readCounts(demo.db, {
    companyId: staff?.company_id ?? '',
    who: { userId: staff?.id ?? '' },
    branchIds: null,
    reader: { userId: staff?.id ?? '', seesAll: true },
    groups: null,
    searchText: undefined,
    today: londonDay(now),
    now,
  })
  expect(groups.mail).toBeGreaterThan(5)
  const before = await rows(sql`select id from mail_in`)
  await fill()
  expect(await rows(sql`select id from mail_in`)).toHaveLength(before.length)
})
