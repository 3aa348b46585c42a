import { type Agent, get } from 'node:http'
import type { Database } from '../../server/db/connect.ts'
import { insertSession } from '../../server/features/session/session.repository.ts'
import { sessionCookie } from '../../server/http/caller.ts'

/** The headers of a call that the company's administrator makes. */
export async function signedIn({ db }: Database, companyId: string): Promise<Record<string, string>> {
  const admin = await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .executeTakeFirstOrThrow()
  return { cookie: `${sessionCookie(false)}=${await insertSession(db, admin.id, new Date().toISOString())}` }
}

/** Asks and reads the whole answer. Throws where it is not 200. */
export function ask(address: string, headers: Record<string, string>, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(address, { headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        if (response.statusCode === 200) resolve(body)
        else reject(new Error(`${response.statusCode} for ${address}: ${body.toString().slice(0, 300)}`))
      })
    }).on('error', reject)
  })
}
