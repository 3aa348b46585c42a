import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryFolder } from '../../../../scripts/memory-folder.mjs'
import { toolCommand } from '../../../../scripts/tools.mjs'
import { type Fixtures, openFixtures } from '../../../../test/support/fixtures.ts'
import { makeKey } from '../../../../test/support/key-client.ts'
import { sealLeftOvers } from '../../record/seal-entries.ts'
import { clientSource } from './client-source.ts'
import { importClient } from './testing/import-client.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../../clients/typescript/README.md'), 'utf8')
const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
const { createClient, GyaError, verifyWebhook } = await importClient()

let fixtures: Fixtures
let base: string
let key: string
let wrongCompany: string
beforeAll(async () => {
  fixtures = await openFixtures()
  await sealLeftOvers(fixtures)
  base = await fixtures.app.listen({ host: '127.0.0.1', port: 0 })
  key = (await makeKey(fixtures, { scopes: ['property:read', 'viewing:write', 'contact:read'] })).secret
  wrongCompany = fixtures.b.companyId
})
afterAll(() => fixtures.close())

describe('clients/typescript', () => {
  test('/api/client.ts answers what `npm run client` writes', async () => {
    expect(await (await fetch(`${base}/api/client.ts`)).text()).toBe(clientSource())
  })

  test('the generated file and the example of the README compile, and calls are typed', async () => {
    const folder = await mkdtemp(join(memoryFolder(), 'gya-client-types-'))
    const uses = `${example}
      const added = await gya.call('addViewing', {
        params: { companyId, branchId: '', propertyId: '' },
        body: { name: 'Hazel Finch', when: '2026-03-11' },
      })
      const names: (string | undefined)[] = added.viewings.map(({ name }) => name)
      // @ts-expect-error -- the name of a viewer is required
      await gya.call('addViewing', { params: { companyId, branchId: '', propertyId: '' }, body: { when: '2026-03-11' } })
      console.log(names)`
    try {
      await writeFile(join(folder, 'gya.ts'), clientSource())
      await writeFile(join(folder, 'uses.ts'), `declare const process: { env: Record<string, string | undefined> }\n${uses}`)
      const options = '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals'
      const modules = '--target es2024 --lib es2024,dom,dom.iterable --module esnext --moduleResolution bundler'
      const [node, tsc = ''] = toolCommand('tsc')
      const args = [tsc, ...`${options} ${modules} --allowImportingTsExtensions uses.ts`.split(' ')]
      const { stdout } = await promisify(execFile)(node, args, { cwd: folder }).catch((error: { stdout: string }) => error)
      expect(stdout).toBe('')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('the example of the README runs', async () => {
    expect(
      example
        .trim()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(11)
    const lines: string[] = []
    // oxlint-disable-next-line typescript/no-implied-eval -- runs the example of the README verbatim
    const run = new Function(
      'createClient',
      'process',
      'console',
      `return (async () => {${example
        .replace(/^import .*$/m, '')
        .replace(/!(?=[,)\s])/g, '')
        .replace(': string | undefined', '')}})()`,
    ) as (...parts: unknown[]) => Promise<void>
    const env = { GYA_URL: base, GYA_KEY: key, GYA_COMPANY: fixtures.a.companyId }
    await run(createClient, { env }, { log: (...words: unknown[]) => lines.push(words.join(' ')) })
    expect(lines).toHaveLength(2)
    const { address } = await fixtures.as('company').ok(readProperty, { params: fixtures.first })
    expect(lines.some((line) => line.startsWith(address.line1))).toBe(true)
  })

  test('call sends a POST with an idempotency key and returns the property', async () => {
    const gya = createClient({ base, key })
    const property = await gya.call('addViewing', { params: fixtures.first, body: { name: 'Hazel Finch', when: '2026-03-11' } })
    expect(property).toMatchObject({ viewings: [{ name: 'Hazel Finch' }] })
  })

  test('an error response throws a GyaError with status and code', async () => {
    const reading = createClient({ base, key }).call('readOpenProperties', { params: { companyId: wrongCompany } })
    await expect(reading).rejects.toThrow(GyaError)
    await expect(reading).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('429, 503 and calls in progress are retried after Retry-After, with the same idempotency key', async () => {
    const answers = [
      Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'retry-after': '7' } }),
      Response.json({ code: 'IDEMPOTENCY_RUNNING', message: '' }, { status: 409, headers: { 'retry-after': '1' } }),
      Response.json({ done: true }),
    ]
    const keys: (string | null)[] = []
    const waited: number[] = []
    const gya = createClient({
      base,
      key,
      fetch: async (_url, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        return answers.shift() ?? Response.error()
      },
      wait: async (ms) => void waited.push(ms),
    })
    expect(await gya.call('addViewing', { params: fixtures.first, body: { name: 'A', when: '2026-03-11' } })).toEqual({
      done: true,
    })
    expect(waited).toEqual([7000, 1000])
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, expect.any(String)])
  })

  test('verifyWebhook accepts valid signatures, and refuses changed bodies, other secrets and old messages', async () => {
    const secret = randomBytes(32)
    const now = Date.parse('2026-03-10T09:30:00Z')
    const timestamp = String(now / 1000)
    const signature = createHmac('sha256', secret).update(`msg_1.${timestamp}.{"a":1}`).digest('base64')
    const headers = new Headers({
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${randomBytes(32).toString('base64')} v1,${signature}`,
    })
    const verify = (body: string, at = now, of = secret) => verifyWebhook(`whsec_${of.toString('base64')}`, headers, body, at)
    await verify('{"a":1}')
    await expect(verify('{"a":2}')).rejects.toThrow('signature')
    await expect(verify('{"a":1}', now, randomBytes(32))).rejects.toThrow('signature')
    await expect(verify('{"a":1}', now + 301_000)).rejects.toThrow('too old')
  })
})
