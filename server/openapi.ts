import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { connect } from './db/connect.ts'
import { folderFiles } from './platform/drive-files.ts'
import { systemClock } from './platform/ids.ts'

// Prints the OpenAPI document; needs no database and no files, since nothing is asked of them.
const config = readConfig({ LOG_LEVEL: 'silent' })
const database = connect('postgres://nobody@127.0.0.1:1/none', 1, () => {})
const files = folderFiles('.')
const app = await buildApp({ database, files, clock: systemClock, config, secure: false, webRoot: null })
await app.ready()
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()
await database.close()
