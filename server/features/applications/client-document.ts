import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { ClientDocument } from '@gya/domain/features/applications/applications.contract.ts'
import { documentLimits, maxFetchesAnHour } from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyInstance } from 'fastify'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { OutgoingError } from '../../infra/safe-http.ts'

/** What an application says of itself. `host` is shown beside the name: it says who wrote the name. */
export type ClientDescription = { clientId: string; name: string; host: string; redirectUris: string[] }

type Fetching = { userId: string; now: Instant }

/**
 * Reads the document at the address of an application: "no redirect, 5 s, 5 kB, JSON; its `client_id` must equal the address,
 * `token_endpoint_auth_method` be `none` or absent." Throws APP_NOT_READABLE with the reason.
 */
export async function fetchClientDocument({ gya }: FastifyInstance, address: string, { userId, now }: Fetching) {
  const limit = { key: `app-document:${userId}`, max: maxFetchesAnHour, minutes: 60 }
  await enforceRateLimit(gya.database.pool, [limit], now)
  const { status, headers, body } = await gya
    .safeHttp(address, { method: 'GET', headers: { accept: 'application/json' }, ...documentLimits })
    .catch((error: unknown) => {
      throw error instanceof OutgoingError ? notReadable(error.message) : error
    })
  if (status !== 200) throw notReadable(`It answers ${status}.`)
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '')) throw notReadable('It is not JSON.')
  return readClientDocument(address, body.toString('utf8'))
}

export function readClientDocument(address: string, text: string): ClientDescription {
  const read = ClientDocument.safeParse(parseJson(text))
  if (!read.success) throw notReadable(`Its ${read.error.issues[0]?.path.join('.') || 'content'} is missing or not valid.`)
  const { client_id, client_name, redirect_uris } = read.data
  if (client_id !== address) throw notReadable('Its client_id is another address.')
  return { clientId: address, name: client_name, host: new URL(address).host, redirectUris: redirect_uris }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const notReadable = (reason: string): DomainError =>
  new DomainError('APP_NOT_READABLE', { issues: [{ path: 'clientId', message: `${errors.APP_NOT_READABLE[1]} ${reason}` }] })
