import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addApp, decideConnection } from '@gya/domain/features/applications/applications.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conformanceSuite } from '../../scripts/programs.mjs'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'

/** The scenarios of the conformance suite for authorization servers. The test consents at the address for which the suite waits. */
let fixtures: Fixtures
let publicUrl: string
beforeAll(async () => {
  publicUrl = `http://127.0.0.1:${await freePort()}`
  fixtures = await openFixtures({ config: { publicUrl } })
  await fixtures.app.listen({ port: Number(new URL(publicUrl).port), host: '127.0.0.1' })
})
afterAll(() => fixtures.close())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function consent(address: string): Promise<void> {
  const page = await fetch(address, { redirect: 'manual' })
  const ticket = new URL(page.headers.get('location') ?? '').searchParams.get('ticket') ?? ''
  const { redirectTo } = await fixtures
    .as('branch')
    .ok(decideConnection, { body: { ticket, allow: true, scopes: ['property:read'] } })
  await (await fetch(redirectTo)).text()
}

test.skipIf(!existsSync(conformanceSuite))('the suite’s scenarios for authorization servers pass', async () => {
  const port = await freePort()
  const body = { name: 'Suite', redirectUris: [`http://127.0.0.1:${port}/callback`], scopes: ['property:read' as const] }
  const { clientId } = await fixtures.as('company').ok(addApp, { params: fixtures.a, body })
  const args = [
    'authorization',
    '--url',
    publicUrl,
    '--client-id',
    clientId,
    '--resource',
    `${publicUrl}/api`,
    '--port',
    String(port),
  ]
  const suite = spawn(conformanceSuite, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let isAsked = false
  const hear = (text: Buffer) => {
    output += text.toString()
    const address = /^http\S+\/api\/oauth\/authorize\?\S+$/m.exec(output)?.[0]
    if (address === undefined || isAsked) return
    isAsked = true
    void consent(address)
  }
  suite.stdout.on('data', hear)
  suite.stderr.on('data', hear)
  const [code] = (await once(suite, 'close')) as [number]
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/authorization-code-grant/) })
  expect(output).not.toMatch(/SKIPPED|WARNING|FAILURE/)
})
