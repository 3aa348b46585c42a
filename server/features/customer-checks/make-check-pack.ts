import { join } from 'node:path'
import { londonDay } from '@gya/domain/common/dates.ts'
import { verdictWords } from '@gya/domain/features/record/verdict.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { FileNotFoundError, type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { makeTablePdf } from '../../infra/pdf/make-pdf.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'
import { ArchiveFolder } from '../archives/archive-folder.ts'
import { type ExportIds, type ExportRow, findExport, updateExport } from '../archives/archives.repository.ts'
import { failExport, storeArchive } from '../archives/export-company.ts'
import { csvHeader, csvLines, safeName } from '../archives/write-archive.ts'
import { findLastCheckpoint } from '../record/checkpoints.ts'
import { sealEntries } from '../record/seal-entries.ts'
import { signerOf } from '../record/sign-checkpoints.ts'
import { verifyRecord } from '../record/verify-record.ts'
import { readCheckPackContent } from './check-pack-content.ts'
import { checkPackReadme } from './check-pack-readme.ts'
import { checkPackTable } from './check-pack-table.ts'
import type { StoredCustomer } from './customer-checks.repository.ts'
import { csvColumns, registerCsvRows } from './register-csv.ts'

export type CheckPackJob = ExportIds

type JobContext = { database: Database; files: FileStore; clock: Clock; config: Pick<Config, 'publicUrl' | 'recordKeys'> }

/** The job of an inspector's file. A failure is saved in its row. "A file that hides gaps helps nobody": what is missing is in it. */
export async function makeCheckPackZip(context: JobContext, ids: CheckPackJob): Promise<void> {
  const { database, clock } = context
  const wanted = await findExport(database.db, ids, 'checks')
  if (!wanted || (wanted.state !== 'queued' && wanted.state !== 'running')) return
  await updateExport(database.db, ids, { state: 'running' })
  const folder = await makeTemporaryFolder('export')
  try {
    const path = join(folder, 'inspectors-file.zip')
    await sealEntries(database, ids.companyId)
    const archive = new ArchiveFolder(join(folder, 'parts'))
    await writeContent(context, archive, ids, wanted)
    await archive.zip(path, new Date(clock.now()))
    await storeArchive(context, ids, { path, position: null, requestedBy: null })
  } catch (error) {
    await failExport(database.db, ids)
    throw error
  } finally {
    await removeTemporaryFolder(folder)
  }
}

async function writeContent(
  context: JobContext,
  archive: ArchiveFolder,
  { companyId }: ExportIds,
  wanted: ExportRow,
): Promise<void> {
  const { database, clock } = context
  const content = await readCheckPackContent(database.db, companyId, wanted, londonDay(clock.now()))
  await archive.add('register.csv', `\uFEFF${csvHeader(csvColumns)}${csvLines(csvColumns, registerCsvRows(content))}`)
  await archive.add('register.pdf', [await makeTablePdf(checkPackTable(content))])
  const missing = content.withFiles ? await writeFiles(context, archive, content.customers) : []
  await archive.add('record.txt', await recordWords(context, companyId))
  await archive.add('README.txt', checkPackReadme(content, missing))
  await archive.add('SHA256SUMS', archive.sums())
}

/** `files/<sale>/<customer>/<name>`. Returns the names of files that the store no longer has. */
async function writeFiles(
  { files }: JobContext,
  archive: ArchiveFolder,
  customers: readonly StoredCustomer[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { id, name, place, checks } of customers)
    for (const check of checks)
      for (const file of check.files) {
        const sale = `${safeName(place.line1)} ${place._id.slice(-6)}`
        const to = `files/${sale}/${safeName(name)} ${id.slice(-6)}/${check.checkedOn} ${check.kind} ${file._id.slice(-6)} ${safeName(file.fileName)}`
        try {
          await archive.add(to, await files.read(fileKey(file.file, 'original')))
        } catch (error) {
          if (!(error instanceof FileNotFoundError)) throw error
          missing.push(to)
        }
      }
  return missing
}

/** "The verdict and the last checkpoint." */
async function recordWords({ database, files, clock, config }: JobContext, companyId: string): Promise<string> {
  const verdict = await verifyRecord(database, companyId, { now: clock.now(), signer: signerOf(config), files, checkpoint: null })
  const checkpoint = await findLastCheckpoint(database.db, companyId)
  return `${verdictWords(verdict)}\n\nThe last checkpoint:\n\n${checkpoint?.note ?? 'There is none yet.\n'}`
}
