import { openPool } from '../../../db/pool.ts'
import { systemClock } from '../../../infra/clock.ts'
import { sendDigests } from '../send-digests.ts'

/** A process that sends the digests due at `NOW`. Tests kill it. */
const { DATABASE_URL = '', NOW = '' } = process.env
const database = openPool(DATABASE_URL, 1, () => {})
await sendDigests({ database, clock: { ...systemClock, now: () => NOW }, publicUrl: 'https://gya.example' })
await database.close()
