import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isPostgresInstalled, postgresBin } from '../../scripts/programs.mjs'
import { type PrimaryServer, startPrimary } from '../../test/support/postgres-cluster.ts'
import { firstAdmin, type Person, signIn, startProductionApp } from '../../test/support/production-app.ts'
import type { AppProcess } from '../../test/support/start-app.ts'
import { checkBackup } from './manifest.ts'

const isHere = isPostgresInstalled()

describe.skipIf(!isHere)(`A backup${isHere ? '' : ' (skipped: needs the server and pg_dump of Debian’s postgresql-15)'}`, () => {
  let folder: string
  let postgres: PrimaryServer
  let bucket: S3rver
  let inBucket: Record<string, string>
  let backup: string
  let afterwards: { path: string; kept: Kept; deleted: Kept; saved: number }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gya-backup-'))
    postgres = await startPrimary(folder)
    bucket = new S3rver({
      port: 0,
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'gya-files', configs: [] }],
    })
    const { port } = await bucket.run()
    inBucket = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'gya-files',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    const place = { DATABASE_URL: await postgres.make('before'), DATA_DIR: join(folder, 'data') }
    const app = await startProductionApp({ ...place, ...firstAdmin })
    try {
      ;({ backup, ...afterwards } = await backUpDuringSaves(app, place))
    } finally {
      await app.stop()
    }
  })
  afterAll(async () => {
    await bucket.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = (script: 'backup.sh' | 'restore.sh', args: string[], env: Record<string, string>) =>
    new Promise<{ code: number; out: string; said: string }>((resolve) =>
      execFile(
        join(import.meta.dirname, script),
        args,
        { env: { PATH: process.env.PATH, PG_BIN: postgresBin, ...env } },
        (error, out, said) => resolve({ code: error ? Number(error.code) : 0, out, said }),
      ),
    )

  type Kept = { path: string; content: Buffer }

  /** Uploads a document; returns its download path. */
  async function keepDocument(person: Person, property: string): Promise<Kept & { own: string }> {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(40_000)])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), 'Survey.pdf')
    const answer = await person('POST', `/property/${property}/document`, form)
    const [document] = ((await answer.json()) as { documents: { _id: string }[] }).documents
    const own = `/property/${property}/document/${document?._id}`
    return { own, path: `${own}/download`, content }
  }

  /**
   * Takes a backup during continuous saves. Between dump and file copy it waits until a document of the snapshot has been
   * deleted and swept.
   */
  async function backUpDuringSaves(app: AppProcess, place: { DATABASE_URL: string; DATA_DIR: string }) {
    const admin = await signIn(app.address)
    const property = await takeOn(admin)
    const [kept, deleted] = [await keepDocument(admin, property), await keepDocument(admin, property)]

    const bin = await slowDump(folder)
    const child = spawn(join(import.meta.dirname, 'backup.sh'), [join(folder, 'backups')], {
      env: { PATH: process.env.PATH, ...place, PG_BIN: bin },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
    const ended = once(child, 'close')
    let isOver = false
    void ended.then(() => (isOver = true))
    let saved = 0
    const storm = (async () => {
      while (!isOver) {
        await admin('POST', `/property/${property}/note`, { message: `Note ${saved}` })
        await keepDocument(admin, property)
        saved += 1
      }
    })()
    await vi.waitFor(() => stat(join(folder, 'dumped')), { timeout: 30_000 })
    await admin('DELETE', deleted.own)
    const client = new pg.Client({ connectionString: place.DATABASE_URL })
    await client.connect()
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          `select (select count(*)::int from graphile_worker.jobs where task_identifier = 'sweep-files') as jobs,
            (select count(*)::int from loose_file where discarded) as discarded`,
        )
        expect(rows).toEqual([{ jobs: 0, discarded: 1 }])
      },
      { timeout: 20_000 },
    )
    await client.end()
    await writeFile(join(folder, 'go on'), '')
    expect(await ended).toEqual([0, null])
    await storm
    return { backup: printed.trim(), path: `/property/${property}`, kept, deleted, saved }
  }

  test('taken during saves is restored identically, and the app runs on it with only /tmp writable', async () => {
    expect(afterwards.saved).toBeGreaterThan(0)
    const place = { DATABASE_URL: await postgres.make('after'), ...inBucket }
    expect(await run('restore.sh', [backup], place)).toMatchObject({
      code: 0,
      out: expect.stringContaining('the same as the backup'),
    })

    const again = await run('backup.sh', [join(folder, 'again')], place)
    expect(again.code).toBe(0)
    const list = (of: string) => readFile(join(of, 'files.sha256'), 'utf8')
    expect(await list(again.out.trim())).toBe(await list(backup))

    const onlyTmp = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${tmpdir()}`, '--allow-addons', '--allow-worker']
    const keys = {
      RECORD_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      SECRET_KEY: randomBytes(32).toString('base64'),
    }
    const app = await startProductionApp({ ...place, ...keys }, onlyTmp)
    try {
      const admin = await signIn(app.address)
      const property = (await (await admin('GET', afterwards.path)).json()) as { documents: unknown[] }
      expect(property.documents.length).toBeGreaterThanOrEqual(2)
      for (const { path, content } of [afterwards.kept, afterwards.deleted])
        expect(Buffer.from(await (await admin('GET', path)).arrayBuffer()).equals(content)).toBe(true)
      await keepDocument(admin, afterwards.path.replace('/property/', ''))
    } finally {
      await app.stop()
    }
  })

  test('is restored only into an empty database and an empty file store', async () => {
    const full = await run('restore.sh', [backup], { DATABASE_URL: await postgres.make('free'), DATA_DIR: join(folder, 'data') })
    expect(full).toMatchObject({ code: 1, said: expect.stringContaining('The file store is not empty') })
    const url = await postgres.make('used')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create view v as select 1')
    await client.end()
    const used = await run('restore.sh', [backup], { DATABASE_URL: url, DATA_DIR: join(folder, 'nothing') })
    expect(used).toMatchObject({ code: 1, said: expect.stringContaining('The database of DATABASE_URL is not empty') })
  })

  test('that is damaged is refused before anything is written', async () => {
    const broken = join(folder, 'broken')
    const [firstFile] = (await readFile(join(backup, 'files.sha256'), 'utf8')).split('\n')
    const file = firstFile?.split('  ')[1] ?? ''
    const other = async (name: string, change: (content: Buffer) => Buffer | null) => {
      await rm(broken, { recursive: true, force: true })
      await cp(backup, broken, { recursive: true })
      const content = change(await readFile(join(broken, name)))
      if (content) await writeFile(join(broken, name), content)
      else await rm(join(broken, name))
      return checkBackup(broken).then(
        () => 'whole',
        (error: Error) => error.message,
      )
    }
    const flipped = (content: Buffer) => {
      content.writeUInt8(content.readUInt8(content.length >> 1) ^ 1, content.length >> 1)
      return content
    }
    expect(await other('database.dump', flipped)).toBe('The backup is broken: database.dump differs from what was written.')
    expect(await run('restore.sh', ['--check', broken], {})).toMatchObject({ code: 1, out: '' })
    expect(await other(file, flipped)).toBe(`The backup is broken: ${file} differs from what was written.`)
    expect(await other(file, () => null)).toBe(`The backup is broken: ${file} is missing.`)
    expect(await other('manifest.json', (content) => content.subarray(0, 100))).toBe(
      'The backup is broken: manifest.json cannot be read.',
    )
  })

  test('that differs from the restored data makes restore.sh fail and name the difference', async () => {
    const other = join(folder, 'other')
    await cp(backup, other, { recursive: true })
    const manifest = await readFile(join(other, 'manifest.json'), 'utf8')
    const { tables } = JSON.parse(manifest) as { tables: Record<string, { rows: number; sha256: string }> }
    const sum = tables['public.note']?.sha256 ?? ''
    await writeFile(join(other, 'manifest.json'), manifest.replace(sum, sum.split('').reverse().join('')))
    const place = { DATABASE_URL: await postgres.make('last'), DATA_DIR: join(folder, 'other-data') }
    expect(await run('restore.sh', [other], place)).toMatchObject({
      code: 1,
      said: expect.stringContaining('The table public.note has other content.'),
    })
  })

  test('is readable by its owner only, and an interrupted one leaves nothing behind', async () => {
    expect((await stat(backup)).mode & 0o077).toBe(0)
    const failed = await run('backup.sh', [join(folder, 'failed')], { DATABASE_URL: 'postgres://gya@127.0.0.1:1/gya' })
    expect(failed.code).toBe(1)
    expect(await readdir(join(folder, 'failed'))).toEqual([])
  })
})

/** Creates a company with a branch and a property; returns its path parameters. */
async function takeOn(person: Person): Promise<string> {
  const made = async (path: string, body: object) => ((await (await person('POST', path, body)).json()) as { _id: string })._id
  const address = { line1: '1 Paper Street', line2: '', town: 'Reading', county: 'Berkshire', country: '', postcode: 'RG30 6ZZ' }
  const company = await made('/company', { name: 'Alder & Ash', availableLicenses: 5, address })
  const branch = await made(`/branch/${company}`, { name: 'First Street', address })
  const owner = { firstName: 'Petra', lastName: 'Quill', email: 'petra@people.example', tel: '' }
  return `${company}/${branch}/${await made(`/property/${company}/${branch}`, { address, owner })}`
}

/** A pg_dump that waits after writing the dump. */
async function slowDump(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(
    join(bin, 'pg_dump'),
    `#!/bin/sh\n${postgresBin}/pg_dump "$@" || exit 1\n: > '${folder}/dumped'\nwhile [ ! -e '${folder}/go on' ]; do sleep 0.05; done\n`,
  )
  await chmod(join(bin, 'pg_dump'), 0o755)
  return bin
}
