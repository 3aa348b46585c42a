import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { httpsClient } from '../../../deploy/nginx/https-client.ts'
import type { Database } from '../../../server/db/connect.ts'
import { createTestSession } from '../../../server/features/session/session.repository.ts'
import { systemClock } from '../../../server/platform/ids.ts'
import { hashPassword } from '../../../server/platform/secrets.ts'
import { addressOf } from '../../../server/testing/test-client.ts'
import type { Cluster } from './own-service.ts'

export const password = 'Trial-Password-2026'

/** Somebody with a session, who calls from an address of their own. */
export type Worker = { number: number; email: string; token: string; localAddress: string }
export type Office = { branch: { companyId: string; branchId: string }; vendorId: string; workers: Worker[] }

export const addressAt = (line1: string) => ({
  line1,
  line2: '',
  town: 'Reading',
  county: 'Berkshire',
  country: '',
  postcode: 'RG30 6ZZ',
})

/** A company with a branch, a vendor and so many who work there: company and branch by real calls, accounts and sessions written. */
export async function openOffice({ database, nginx }: Cluster, workers: number): Promise<Office> {
  const passwordHash = await hashPassword(password)
  const platform = await addAccount(database, {
    type: 'GYA_ADMIN',
    email: 'platform@people.example',
    companyId: null,
    passwordHash,
  })
  const client = httpsClient(nginx)
  const call = async <E extends Endpoint>(endpoint: E, params: object, body: object): Promise<Wire<E, 'response'>> => {
    const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' }
    const asked = { method: endpoint.method, path: addressOf(endpoint.path, params), headers, body: JSON.stringify(body) }
    const answer = await client.send(asked)
    if (answer.status !== 200) throw new Error(`${endpoint.path} answered ${answer.status}: ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString()) as Wire<E, 'response'>
  }
  const company = { name: 'Rolling & Sons', availableLicenses: 5, address: addressAt('1 Load Road') }
  const { _id: companyId } = await call(createCompany, {}, company)
  const { _id: branchId } = await call(createBranch, { companyId }, { name: 'Load Road', address: addressAt('2 Load Road') })
  client.close()
  const vendor = await addAccount(database, { type: 'VENDOR', email: 'vendor@people.example', companyId, passwordHash })
  const accounts = await Promise.all(
    Array.from({ length: workers }, async (_, number) => {
      const email = `worker${number}@people.example`
      const { token } = await addAccount(database, { type: 'COMPANY_ADMIN', email, companyId, passwordHash })
      return { number, email, token, localAddress: `127.0.1.${number + 1}` }
    }),
  )
  return { branch: { companyId, branchId }, vendorId: vendor.id, workers: accounts }
}

type Account = {
  type: 'GYA_ADMIN' | 'VENDOR' | 'COMPANY_ADMIN'
  email: string
  companyId: string | null
  passwordHash: string
}

async function addAccount({ db }: Database, { type, email, companyId, passwordHash }: Account) {
  const id = systemClock.newId()
  const now = systemClock.now()
  await db
    .insertInto('app_user')
    .values({
      id,
      company_id: companyId,
      type,
      first_name: 'Trial',
      last_name: 'Person',
      email,
      password_hash: passwordHash,
      activated: true,
      password_reset: false,
      createdon: now,
    })
    .execute()
  return { id, token: await createTestSession(db, id, now) }
}
