/**
 * Runs the job of a restore in a process of its own, which a test kills. Arguments: database URL, folder of files, archive id. All
 * processes of an installation have its RECORD_KEY.
 */
import { openPool } from '../../../db/pool.ts'
import { systemClock } from '../../../infra/clock.ts'
import { secretBox } from '../../../infra/encrypted-secrets.ts'
import { folderStore } from '../../../infra/files/folder-store.ts'
import { restoreArchiveUpload } from '../restore-archive.ts'

const [url = '', folder = '', archiveId = ''] = process.argv.slice(2)
const config = { publicUrl: 'https://gya.example', recordKeys: [process.env.RECORD_KEY ?? ''] }
const database = openPool(url, 4, () => {})
await restoreArchiveUpload(
  { database, files: folderStore(folder), clock: systemClock, secrets: secretBox(Buffer.alloc(32, 7)), config },
  { archiveId },
)
await database.close()
