import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDocument, downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts'
import { freePort } from '../../../server/db/embedded/postmaster.ts'
import { jobAdder } from '../../../server/jobs/queue.ts'
import { type FaultyS3, type S3Fault, startFaultyS3 } from '../../support/faulty-s3.ts'
import { startApp } from '../../support/start-app.ts'
import type { Trial } from '../../support/trial.ts'
import { addressAt, createTestCompany, type Person, type TestCompany, waitBeforeRetry } from './test-company.ts'

/** In seconds. An upload waits half a minute for a hanging store. */
const size: Record<'short' | 'long', { people: number; manners: [S3Fault, number][] }> = {
  short: {
    people: 2,
    manners: [
      ['answers 500', 1],
      ['forgets', 1],
    ],
  },
  long: {
    people: 12,
    manners: [
      ['answers 500', 8],
      ['hangs', 70],
      ['is slow', 15],
      ['forgets', 8],
      ['stores other bytes', 8],
      ['breaks off', 8],
      ['gives back half', 8],
      ['gives back other bytes', 8],
      ['honest', 5],
    ],
  },
}
/** Faults that make the store unavailable. */
const outageFaults: readonly S3Fault[] = ['hangs', 'answers 500']
/** More concurrent uploads than database connections, each with a hanging file. */
const uploadsEach = 2

type Ledger = {
  kept: Map<string, PropertyPath>
  answers: Map<string, number>
  others: { calls: number; failed: number; longest: number }
  longestUpload: number
  untrue: number
}
type PropertyPath = { companyId: string; branchId: string; propertyId: string }

/** The file store fails, hangs, is slow or corrupts data while users upload files and others work. */
export const fileStoreFaults: Trial = {
  name: 'file store faults during uploads',
  run: async ({ length, print }) => {
    const { people, manners } = size[length]
    const dataDir = await mkdtemp(join(tmpdir(), 'gya-trial-'))
    await chmod(dataDir, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    const store = await startFaultyS3(join(dataDir, 's3'))
    try {
      const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config
      const s3 = {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      }
      const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, ...s3 }
      const product = await startApp({ port: await freePort(), env })
      const company = await createTestCompany(postgres.url, product.address, people)
      const place = await createTestProperty(company)
      const none = { calls: 0, failed: 0, longest: 0 }
      const ledger: Ledger = { kept: new Map(), answers: new Map(), others: none, longestUpload: 0, untrue: 0 }
      for (const [what, seconds] of manners) {
        store.fault = { what }
        await work({ company, place, ledger, seconds, address: product.address, what })
        print(
          `${what}: kept ${ledger.kept.size}, answers ${[...ledger.answers].map(([code, times]) => `${code} ${times}`).join(', ')}`,
        )
      }
      store.fault = { what: 'honest' }
      const lost = await compared(company, store, ledger)
      await company.database.close()
      await product.stop()
      const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
      return {
        tried: {
          'manners of the store': manners.length,
          'files kept': ledger.kept.size,
          'uploads refused with FILES_NOT_READY': ledger.answers.get('FILES_NOT_READY') ?? 0,
          'other calls meanwhile': ledger.others.calls,
        },
        lost,
        figures: {
          'longest answer to an upload': inSeconds(ledger.longestUpload),
          'longest answer to another call': inSeconds(ledger.others.longest),
        },
      }
    } finally {
      await store.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
}

async function createTestProperty({ people, branch, vendorId }: TestCompany): Promise<PropertyPath> {
  const body = { address: addressAt('3 Trial Road'), owner: { _id: vendorId } }
  const { _id: propertyId } = await (people[0] as Person).sure(createProperty, { params: branch, body })
  return { ...branch, propertyId }
}

type Working = { company: TestCompany; place: PropertyPath; ledger: Ledger; seconds: number; address: string; what: S3Fault }

async function work({ company: { people }, place, ledger, seconds, address, what }: Working): Promise<void> {
  const until = performance.now() + seconds * 1000
  const upload = async (person: Person) => {
    while (performance.now() < until) {
      const content = crypto.randomUUID().repeat(2_000)
      const sent = { params: place, body: { note: 'Trial' }, file: { name: 'letter.txt', content } }
      const { status, body, code, waited } = await person.send(addDocument, sent)
      ledger.longestUpload = Math.max(ledger.longestUpload, waited)
      const answer = status === 200 ? 'kept' : code
      ledger.answers.set(answer, (ledger.answers.get(answer) ?? 0) + 1)
      for (const { _id } of status === 200 ? body.documents : []) if (!ledger.kept.has(_id)) ledger.kept.set(_id, place)
      await waitBeforeRetry()
    }
  }
  const others = async (person: Person) => {
    while (performance.now() < until) {
      const { status, waited } = await person.send(readMe, {})
      ledger.others.calls += 1
      if (status !== 200) ledger.others.failed += 1
      ledger.others.longest = Math.max(ledger.others.longest, waited)
      await waitBeforeRetry()
    }
  }
  const look = async () => {
    while (performance.now() < until) {
      const { status } = await fetch(`${address}/readyz`)
      if ((status === 200) === outageFaults.includes(what)) ledger.untrue += 1
      await waitBeforeRetry()
    }
  }
  await Promise.all([
    look(),
    ...people.flatMap((person) => [others(person), ...Array.from({ length: uploadsEach }, () => upload(person))]),
  ])
}

/** Reads every file back, sweeps, and compares the remaining files with the rows. */
async function compared(
  { people, database: { db, pool } }: TestCompany,
  store: FaultyS3,
  ledger: Ledger,
): Promise<Record<string, number>> {
  const [reader] = people as [Person]
  let unreadable = 0
  for (const [documentId, place] of ledger.kept) {
    const { status, body } = await reader.send(downloadDocument, { params: { ...place, documentId } })
    const { text } = body as unknown as { text?: string }
    if (status !== 200 || !text || text !== text.slice(0, 36).repeat(2_000)) unreadable += 1
  }
  await jobAdder(db)('sweep-files', {})
  for (;;) {
    await pool.query(`update loose_file set since = '2000-01-01'`)
    await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
    const { rows } = await pool.query<{ left: number }>(
      `select (select count(*) from loose_file)::int + (select count(*) from graphile_worker.jobs where task_identifier = 'sweep-files')::int as left`,
    )
    if (rows[0]?.left === 0) break
    await waitBeforeRetry()
  }
  const { rows } = await pool.query<{ file: string }>('select file from document')
  const keys = await store.keys()
  const referred = new Set(rows.map(({ file }) => file))
  return {
    'files kept that cannot be read back as they were sent': unreadable,
    'documents without their file': rows.filter(({ file }) => !keys.some((key) => key.includes(file))).length,
    'files that nothing refers to, after the sweep': keys.filter((key) => ![...referred].some((file) => key.includes(file)))
      .length,
    'documents that nobody was notify of': rows.length - ledger.kept.size,
    'uploads that hung': ledger.answers.get('HUNG') ?? 0,
    'uploads refused with a fault of ours': ledger.answers.get('INTERNAL') ?? 0,
    'other calls that failed meanwhile': ledger.others.failed,
    'answers of /readyz that were not true': ledger.untrue,
  }
}
