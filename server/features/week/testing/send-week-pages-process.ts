import { openPool } from '../../../db/pool.ts'
import { systemClock } from '../../../infra/clock.ts'
import { folderStore } from '../../../infra/files/folder-store.ts'
import { sendWeekPages } from '../send-week-pages.ts'

/** A process that sends the pages of the week due at `NOW`. Tests kill it. */
const { DATABASE_URL = '', DATA_DIR = '', NOW = '' } = process.env
const database = openPool(DATABASE_URL, 1, () => {})
const clock = { ...systemClock, now: () => NOW }
await sendWeekPages({ database, files: folderStore(DATA_DIR), clock, publicUrl: 'https://gya.example' })
await database.close()
