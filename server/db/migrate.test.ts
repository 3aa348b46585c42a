import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-database.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
beforeAll(async () => {
  copy = await createTestDatabase()
  client = new pg.Client(copy.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await copy.drop()
})

test('an older version refuses to start on a database of a newer one: one line, exit code 78, nothing is written', async () => {
  await client.query("insert into schema_migration (name) values ('9998-later.sql'), ('9999-last.sql')")
  await client.query("delete from schema_migration where name = '0001-first-light.sql'")
  const migrations = async () => (await client.query('select * from schema_migration order by name')).rows
  const before = await migrations()
  const app = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATABASE_URL: copy.url, MAIL: 'keep', PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(app.stderr), once(app, 'exit')])
  expect([said, code]).toEqual([
    'This database was changed by a newer version of GYA (9998-later.sql). Start that version, or restore a backup.\n',
    78,
  ])
  expect(await migrations()).toEqual(before)
})
