import { openPool } from '../../../db/pool.ts'
import { systemClock } from '../../../infra/clock.ts'
import { sendDigests } from '../send-digests.ts'

/** A process of its own that sends the digests due at `NOW`, which tests kill. */
const { DATABASE_URL = '', NOW = '' } = process.env
const database = openPool(DATABASE_URL, 1, () => {})
await sendDigests({ database, clock: { ...systemClock, now: () => NOW }, publicUrl: 'https://gya.example' })
await database.close()
