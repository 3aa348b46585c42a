/** The product itself in a process of its own, as `npm run serve` has it: the database of DATABASE_URL, no demo, no log. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/serve.ts'
import { untilParentEnds } from './until-parent-ends.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const config = readConfig({ DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent' })
const served = await serve({ config, databaseUrl, filesFolder: join(tmpdir(), 'gya-bench-files'), webRoot: null, say: () => {} })
untilParentEnds(served.address)
