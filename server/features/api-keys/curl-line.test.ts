import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { KeyScope } from '@gya/domain/access/api-scopes.ts'
import { curlLine } from '@gya/domain/features/api-keys/curl-line.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../../scripts/programs.mjs'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { makeKey } from '../../../test/support/key-client.ts'
import { sealLeftOvers } from '../record/seal-entries.ts'

const isHere = Boolean(findProgram('curl'))

let fixtures: Fixtures
let origin: string
beforeAll(async () => {
  fixtures = await openFixtures()
  await fixtures.as('company').ok(createContact, { params: fixtures.a, body: { name: 'Ashdown Law' } })
  await sealLeftOvers(fixtures)
  origin = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixtures.close())

const lineOf = async (...scopes: KeyScope[]) => {
  const { secret } = await makeKey(fixtures, { scopes })
  return curlLine({ origin, companyId: fixtures.a.companyId, scopes, secret })
}

/** Runs the line in a shell, as if pasted into a terminal. */
async function runInShell(line: string): Promise<{ status: number; body: string }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --write-out '\\n%{http_code}'`])
  const at = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(at + 1)), body: stdout.slice(0, at) }
}

describe('The curl command shown with a new key', () => {
  test.skipIf(!isHere).each<[KeyScope]>([['property:read'], ['report:read'], ['event:read'], ['contact:read']])(
    `returns 200 with data: %s${isHere ? '' : ' (skipped: curl is not installed)'}`,
    async (scope) => {
      const { status, body } = await runInShell((await lineOf('note:write', scope)) ?? '')
      expect(status).toBe(200)
      expect(JSON.parse(body).data).toHaveLength(1)
    },
  )

  test('is missing for a key that only writes', async () => {
    expect(await lineOf('note:write')).toBeNull()
  })
})
