import { type Agent, request } from 'node:http'
import type { Database } from '../../server/db/pool.ts'
import { createTestSession } from '../../server/features/sessions/sessions.repository.ts'
import { sessionCookieName } from '../../server/http/access/caller.ts'

/** Request headers of the company's administrator. */
export async function signInHeaders({ db }: Database, companyId: string): Promise<Record<string, string>> {
  const admin = await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .executeTakeFirstOrThrow()
  return { cookie: `${sessionCookieName(false)}=${await createTestSession(db, admin.id, new Date().toISOString())}` }
}

/** A change instead of a read; `body` is left out of calls that take none. */
export type RequestChange = { method: 'POST' | 'PUT' | 'PATCH'; body?: unknown }

/** Sends a request and reads the whole response. Throws unless the status is 200. */
export function sendRequest(
  address: string,
  headers: Record<string, string>,
  agent: Agent,
  change?: RequestChange,
): Promise<Buffer> {
  const body = change?.body === undefined ? undefined : JSON.stringify(change.body)
  const ofChange = { 'x-client': 'Web', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const options = change ? { method: change.method, headers: { ...headers, ...ofChange }, agent } : { headers, agent }
  return new Promise((resolve, reject) => {
    const sent = request(address, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const answer = Buffer.concat(parts)
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`${response.statusCode} for ${address}: ${answer.toString().slice(0, 300)}`))
      })
    }).on('error', reject)
    sent.end(body)
  })
}
