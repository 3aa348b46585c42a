import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openPool } from '../server/db/pool.ts'
import { systemClock } from '../server/infra/clock.ts'
import { folderStore } from '../server/infra/files/folder-store.ts'

// Prints the OpenAPI document; needs neither database nor files.
const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://gya.example' })
const database = openPool('postgres://nobody@127.0.0.1:1/none', 1, () => {})
const files = folderStore('.')
const app = await buildApp({ database, files, clock: systemClock, config, secure: false, webRoot: null })
await app.ready()
process.stdout.write(`${JSON.stringify((await app.inject('/api/openapi.json')).json(), null, 2)}\n`)
await app.close()
await database.close()
