import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { addressOf } from '../../support/test-client.ts'

/** Makes API calls with one session. A refused call fails the test with the server's message. */
export class ApiClient {
  readonly #baseUrl: string
  readonly #headers: Record<string, string>
  constructor(baseUrl: string, sessionToken: string) {
    this.#baseUrl = baseUrl
    this.#headers = { 'x-client': 'Web', authorization: `Bearer ${sessionToken}` }
  }

  async call<E extends Endpoint>(
    endpoint: E,
    { params, query, body }: { params?: Wire<E, 'params'>; query?: Wire<E, 'query'>; body?: Wire<E, 'body'> } = {},
  ): Promise<Wire<E, 'response'>> {
    const response = await fetch(`${this.#baseUrl}${addressOf(endpoint.path, params ?? {}, query ?? {})}`, {
      method: endpoint.method,
      headers: { ...this.#headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Wire<E, 'response'>
  }
}
