import { randomUUID } from 'node:crypto'
import type { KeyScope } from '@gya/domain/access/api-scopes.ts'
import { createApiKey } from '@gya/domain/features/api-keys/api-keys.contract.ts'
import type { InjectOptions } from 'fastify'
import type { Fixtures } from './fixtures.ts'
import { TestClient } from './test-client.ts'

/** Makes requests like a program with a key: with a new Idempotency-Key for each, unless one is given. */
class KeyClient extends TestClient {
  readonly #secret: string
  constructor(app: Fixtures['app'], secret: string) {
    super(app)
    this.#secret = secret
  }

  override inject(request: InjectOptions) {
    const headers = { authorization: `Bearer ${this.#secret}`, 'idempotency-key': randomUUID(), 'x-client': '' }
    return super.inject({ ...request, headers: { ...headers, ...request.headers } })
  }
}

export const keyClient = ({ app }: Pick<Fixtures, 'app'>, secret: string): TestClient => new KeyClient(app, secret)

type NewKey = { name?: string; scopes: KeyScope[]; branchIds?: string[] | null }

/** A key of company A, and a client that uses it. */
export async function makeKey(fixtures: Fixtures, { name = 'Website', scopes, branchIds = null }: NewKey) {
  const body = { name, scopes, branchIds }
  const { secret, _id } = await fixtures.as('company').ok(createApiKey, { params: fixtures.a, body })
  return { client: keyClient(fixtures, secret), keyId: _id, secret }
}
