import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiLinters } from '../../../scripts/programs.mjs'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'

const run = promisify(execFile)

/** The description judged by linters that nobody here wrote; the rules that are off have their reasons in the two files beside this one. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ config: { publicUrl: 'https://gya.example' } })
  await mkdir(apiLinters.folder, { recursive: true })
  for (const rules of ['spectral.yaml', 'redocly.yaml'])
    await copyFile(join(import.meta.dirname, rules), join(apiLinters.folder, rules))
  for (const name of ['openapi', 'openapi-keys'])
    await writeFile(join(apiLinters.folder, `${name}.json`), (await testApp.app.inject(`/api/${name}.json`)).body)
})
afterAll(() => testApp.close())

test.skipIf(!existsSync(apiLinters.spectral)).each(['openapi', 'openapi-keys'])(
  'Spectral, with the OWASP rules, finds nothing in %s.json',
  async (name) => {
    const args = ['lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', `${name}.json`]
    const { stdout } = await run(apiLinters.spectral, args, { cwd: apiLinters.folder, maxBuffer: 64 << 20 })
    expect(stdout).toContain('No results')
  },
)

test.skipIf(!existsSync(apiLinters.spectral)).each(['openapi', 'openapi-keys'])(
  'Redocly finds nothing in %s.json',
  async (name) => {
    const args = ['lint', '--config', 'redocly.yaml', '--format', 'json', `${name}.json`]
    const { stdout } = await run(apiLinters.redocly, args, { cwd: apiLinters.folder, maxBuffer: 64 << 20 })
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } })
  },
)
