import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPostgresInstalled } from '../../scripts/programs.mjs'
import { type PrimaryServer, type StandbyServer, startPrimary } from './postgres-cluster.ts'

const isHere = isPostgresInstalled()

describe.skipIf(!isHere)(`A primary and two standbys${isHere ? '' : ' (skipped: needs Debian’s postgresql-15)'}`, () => {
  let folder: string
  let primary: PrimaryServer
  let first: StandbyServer
  let second: StandbyServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gya-cluster-'))
    primary = await startPrimary(folder)
    first = await primary.addStandby('first')
    second = await primary.addStandby('second')
    await primary.make('app')
    await primary.query('create table saved (n int)', 'app')
  })
  afterAll(async () => {
    await Promise.all([primary, first, second].map((server) => server?.stop()))
    await rm(folder, { recursive: true, force: true })
  })

  const savedOn = async (server: PrimaryServer) =>
    (await server.query<{ n: number }>('select n from saved order by n', 'app')).map(({ n }) => n)

  test('a standby applies what the primary writes, except while replay is paused', async () => {
    await primary.query('insert into saved values (1)', 'app')
    await Promise.all([first.catchUp(), second.catchUp()])
    expect(await savedOn(first)).toEqual([1])
    await first.pauseReplay()
    await primary.query('insert into saved values (2)', 'app')
    await second.catchUp()
    expect([await savedOn(first), await savedOn(second)]).toEqual([[1], [1, 2]])
    await first.resumeReplay()
    await first.catchUp()
    expect(await savedOn(first)).toEqual([1, 2])
  })

  test('a killed standby catches up when it is back', async () => {
    await first.kill()
    await primary.query('insert into saved values (3)', 'app')
    await first.start()
    await first.catchUp()
    expect(await savedOn(first)).toEqual([1, 2, 3])
  })

  test('a promoted standby accepts changes, and the other one follows it', async () => {
    await primary.kill()
    await first.promote()
    await second.follow(first)
    await first.query('insert into saved values (4)', 'app')
    await second.catchUp()
    expect(await savedOn(second)).toEqual([1, 2, 3, 4])
  })
})
