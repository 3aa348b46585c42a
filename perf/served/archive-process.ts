/** One step of an archive in a process like the server's, so that its memory is that of a job. Reports the duration and exits. */
import { openPool } from '../../server/db/pool.ts'
import { restoreArchiveUpload } from '../../server/features/archives/restore-archive.ts'
import { verifyUpload } from '../../server/features/archives/verify-archive.ts'
import { writeArchive } from '../../server/features/archives/write-archive.ts'
import { systemClock } from '../../server/infra/clock.ts'
import { secretBox } from '../../server/infra/encrypted-secrets.ts'
import { folderStore } from '../../server/infra/files/folder-store.ts'
import { newRecordKey } from '../../test/support/tampering.ts'

export type ArchiveStep =
  | { step: 'export'; companyId: string; parts: string; path: string }
  | { step: 'verify' | 'restore'; archiveId: string }
export type StepResult = { seconds: number; memoryMb: number; rows: number; entries: number }

const { url, files: folder, ...work } = JSON.parse(process.env.BENCH_STEP ?? '') as ArchiveStep & { url: string; files: string }
const [database, files] = [openPool(url, 4, () => {}), folderStore(folder)]
const config = { publicUrl: 'https://gya.example', recordKeys: [newRecordKey()] }
const context = { database, files, clock: systemClock, secrets: secretBox(Buffer.alloc(32, 7)), config }

async function run(): Promise<{ rows: number; entries: number }> {
  if (work.step === 'export') {
    const request = { companyId: work.companyId, withFiles: false, now: systemClock.now() }
    const { tables, position } = await writeArchive({ database, files }, request, { folder: work.parts, path: work.path })
    return { rows: tables.property?.rows ?? 0, entries: position }
  }
  await (work.step === 'verify' ? verifyUpload : restoreArchiveUpload)(context, { archiveId: work.archiveId })
  return { rows: 0, entries: 0 }
}

const started = performance.now()
const result = await run()
const seconds = Math.round((performance.now() - started) / 100) / 10
const memoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
process.send?.({ seconds, memoryMb, ...result } satisfies StepResult)
await database.close()
process.disconnect()
