import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { faultWords, startedSealedWords, type Verdict, verdictWords, whatItShows } from '@gya/domain/features/record/verdict.ts'
import { unzipSync } from 'fflate'
import { readConfig } from './config.ts'
import { defaultDataDir, openEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { openPool } from './db/pool.ts'
import { findPrimaryUrl } from './db/primary.ts'
import { sealEntries } from './features/record/seal-entries.ts'
import { readNote } from './features/record/signed-note.ts'
import { verifyRecord } from './features/record/verify-record.ts'
import { systemClock } from './infra/clock.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

/** "Exit 0 whole, 1 not whole (first line says from where), 2 unreadable." Trust design, section 2.2, rule 7. */
const exitCodes = { whole: 0, notWhole: 1, unreadable: 2 } as const

const usage = 'Usage: npm run verify-record -- FILE.zip, or -- --company ID [--checkpoint FILE]'

/**
 * `npm run verify-record -- --company ID [--checkpoint FILE]`: verifies the record of a company in the database of DATABASE_URL or
 * DATA_DIR, which the server may be using. With `--checkpoint`, also compares it with the file of a checkpoint e-mail.
 */
async function verifyCompany(companyId: string, checkpointFile: string | undefined): Promise<Verdict> {
  const checkpoint = checkpointFile === undefined ? null : readNote(await readFile(checkpointFile, 'utf8'))
  if (checkpointFile !== undefined && checkpoint?.companyId !== companyId)
    throw new StartError('This file contains no checkpoint of this company.')
  const { databaseUrl, databaseDirectUrl } = readConfig(process.env)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const postgres = databaseUrl
    ? { url: await explainDatabaseErrors(() => findPrimaryUrl(databaseDirectUrl ?? databaseUrl)), stop: async () => {} }
    : await openEmbeddedPostgres({ dataDir: defaultDataDir(process.env, join(import.meta.dirname, '..')), log })
  const database = openPool(postgres.url, 2, () => {})
  try {
    return await explainDatabaseErrors(async () => {
      await sealEntries(database, companyId)
      return verifyRecord(database, companyId, { now: systemClock.now(), checkpoint })
    })
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
    return spawnSync(process.execPath, [verifier, folder], { stdio: 'inherit' }).status ?? exitCodes.unreadable
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function print(verdict: Verdict): void {
  const lines = [
    verdictWords(verdict),
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
    options: { company: { type: 'string' }, checkpoint: { type: 'string' } },
    allowPositionals: true,
  })
  const [zip] = positionals
  if (zip !== undefined) process.exitCode = await verifyZip(zip)
  else if (values.company) {
    const verdict = await verifyCompany(values.company, values.checkpoint)
    print(verdict)
    process.exitCode = verdict.whole ? exitCodes.whole : exitCodes.notWhole
  } else throw new StartError(usage)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = exitCodes.unreadable
}
