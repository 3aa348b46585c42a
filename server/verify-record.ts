import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import {
  faultWords,
  startedSealedWords,
  type Verdict,
  verdictRemarks,
  verdictWords,
  whatItShows,
} from '@gya/domain/features/record/verdict.ts'
import { unzipSync } from 'fflate'
import { readConfig } from './config.ts'
import { defaultDataDir, openEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { type Database, openPool } from './db/pool.ts'
import { findPrimaryUrl } from './db/primary.ts'
import type { Signer } from './features/record/checkpoints.ts'
import { sealEntries } from './features/record/seal-entries.ts'
import { signerOf } from './features/record/sign-checkpoints.ts'
import { readNote } from './features/record/signed-note.ts'
import { confirmKey } from './features/record/trusted-keys.ts'
import { verifyRecord } from './features/record/verify-record.ts'
import { systemClock } from './infra/clock.ts'
import type { FileStore } from './infra/files/file-store.ts'
import { folderStore } from './infra/files/folder-store.ts'
import { s3Store } from './infra/files/s3-store.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

const dataDir = defaultDataDir(process.env, join(import.meta.dirname, '..'))

/** "Exit 0 whole, 1 not whole (first line says from where), 2 unreadable." [trust §2.2](docs/design/trust.md#2.2), rule 7. */
const exitCodes = { whole: 0, notWhole: 1, unreadable: 2 } as const

const usage = 'Usage: npm run verify-record -- FILE.zip, or -- --company ID [--checkpoint FILE], or -- --confirm-key ID'

/**
 * `npm run verify-record -- --company ID [--checkpoint FILE]`: verifies the record of a company in the database of DATABASE_URL or
 * DATA_DIR, which the server may be using, and the files of its documents and e-mails. With `--checkpoint`, also compares it with the file of a checkpoint e-mail.
 */
async function verifyCompany(companyId: string, checkpointFile: string | undefined): Promise<Verdict> {
  const checkpoint = checkpointFile === undefined ? null : readNote(await readFile(checkpointFile, 'utf8'))
  if (checkpointFile !== undefined && checkpoint?.companyId !== companyId)
    throw new StartError('This file contains no checkpoint of this company.')
  return withDatabase(async (database) => {
    await sealEntries(database, companyId)
    return verifyRecord(database, companyId, {
      now: systemClock.now(),
      signer: await readSigner(),
      files: fileStore(),
      checkpoint,
    })
  })
}

/** `npm run verify-record -- --confirm-key ID`: lets the signatures of a stored key count again whose private half is lost. */
async function confirmStoredKey(id: string): Promise<void> {
  const signer = await readSigner()
  const isFound = await withDatabase(({ db }) => confirmKey(db, id, signer))
  if (!isFound) throw new StartError(`The database contains no key ${id}.`)
  process.stdout.write(`The key ${id} is confirmed by the key ${signer.keys[0].id}.\n`)
}

/** The signing keys of the server, which decide which checkpoints count: RECORD_KEY, or the file in DATA_DIR. */
async function readSigner(): Promise<Signer> {
  const { publicUrl, recordKeys } = readConfig(process.env)
  if (recordKeys.length > 0) return signerOf({ publicUrl, recordKeys })
  const path = join(dataDir, 'record-key')
  const kept = await readFile(path, 'utf8').catch(() => {
    throw new StartError(
      `Set RECORD_KEY, or DATA_DIR to the folder of ${path}: without the signing key no checkpoint can be confirmed.`,
    )
  })
  return signerOf({ publicUrl, recordKeys: [kept.trim()] })
}

/** The files of the server: S3, or the folder in DATA_DIR. */
function fileStore(): FileStore {
  const { s3 } = readConfig(process.env)
  return s3 ? s3Store(s3) : folderStore(join(dataDir, 'files'))
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDirectUrl } = readConfig(process.env)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const postgres = databaseUrl
    ? { url: await explainDatabaseErrors(() => findPrimaryUrl(databaseDirectUrl ?? databaseUrl)), stop: async () => {} }
    : await openEmbeddedPostgres({ dataDir, log })
  const database = openPool(postgres.url, 2, () => {})
  try {
    return await explainDatabaseErrors(() => work(database))
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/**
 * `npm run verify-record -- FILE.zip`: unpacks a record file and verifies it with the verifier of this installation instead of the one in
 * the file. Returns the exit code.
 */
async function verifyZip(path: string): Promise<number> {
  const files = unzipSync(await readFile(path))
  const folder = await mkdtemp(join(tmpdir(), 'gya-verify-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      const target = resolve(folder, name)
      if (!target.startsWith(folder + sep)) throw new StartError('This ZIP has names outside its folder.')
      if (name.endsWith('/')) continue
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content)
    }
    const verifier = join(import.meta.dirname, 'features', 'record', 'file', 'verify.mjs')
    const status = spawnSync(process.execPath, [verifier, folder], { stdio: 'inherit' }).status ?? exitCodes.unreadable
    process.stdout.write(`${await keyWords(join(folder, 'keys.txt'))}\n`)
    return status
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether this installation holds a key of the file. A file made elsewhere, or by somebody else, has other keys. */
async function keyWords(path: string): Promise<string> {
  const keys = await readSigner().then(
    ({ keys: held }) => held.map(({ publicKey }) => publicKey.toString('base64')),
    () => null,
  )
  if (keys === null) return 'Whether its keys are those of the installation was not checked: RECORD_KEY is not set here.'
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  return lines.some((line) => keys.includes(line.split(' ')[1] ?? ''))
    ? 'keys.txt contains the key of this installation.'
    : 'keys.txt does not contain the key of this installation: compare checkpoints.txt with an e-mail that was kept.'
}

function print(verdict: Verdict): void {
  const lines = [
    verdictWords(verdict),
    ...verdictRemarks(verdict),
    ...(verdict.startedSealed ? [startedSealedWords(verdict.startedSealed)] : []),
    ...(verdict.compared
      ? [`Compared with the checkpoint at entry ${verdict.compared.position} of ${verdict.compared.at}.`]
      : []),
    ...(verdict.whole ? [] : verdict.faults.slice(1).map(({ what, position }) => faultWords(what, position))),
    whatItShows.shown,
    whatItShows.notShown,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  const { values, positionals } = parseArgs({
    options: { company: { type: 'string' }, checkpoint: { type: 'string' }, 'confirm-key': { type: 'string' } },
    allowPositionals: true,
  })
  const [zip] = positionals
  if (zip !== undefined) process.exitCode = await verifyZip(zip)
  else if (values.company) {
    const verdict = await verifyCompany(values.company, values.checkpoint)
    print(verdict)
    process.exitCode = verdict.whole ? exitCodes.whole : exitCodes.notWhole
  } else if (values['confirm-key']) await confirmStoredKey(values['confirm-key'])
  else throw new StartError(usage)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = exitCodes.unreadable
}
