import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { watchChanges } from '@gya/domain/features/live/live.contract.ts'
import type { Database } from '../../../server/db/pool.ts'
import { createTestSession } from '../../../server/features/sessions/sessions.repository.ts'
import { systemClock } from '../../../server/infra/clock.ts'
import { hashPassword } from '../../../server/infra/secrets.ts'
import { httpsClient, type NginxServer } from '../../support/nginx.ts'
import { addressOf } from '../../support/test-client.ts'
import type { Cluster } from './cluster.ts'

export const password = 'Trial-Password-2026'

/** A client with a session and its own address. */
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

/**
 * A company with a branch, a vendor and members: company and branch created through the API, accounts and sessions inserted
 * directly.
 */
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

/** Watches live changes and reconnects like the browser. */
export type ChangeWatcher = {
  /** Number of times that the stream was opened. */
  opened(): number
  /** Whether a change arrives within so many milliseconds of an action. */
  hears(done: () => Promise<unknown>, within: number): Promise<boolean>
  close(): Promise<void>
}

export function watchChangesAs(nginx: NginxServer, { token, localAddress }: Worker): ChangeWatcher {
  const client = httpsClient(nginx, localAddress)
  let opened = 0
  let isOver = false
  let open = Promise.withResolvers<void>()
  let told = Promise.withResolvers<void>()

  const look = async (): Promise<void> => {
    const stream = await client.open({ path: addressOf(watchChanges.path), headers: { authorization: `Bearer ${token}` } })
    if (stream.statusCode === 200) {
      opened += 1
      open.resolve()
      stream.on('data', (data: Buffer) => data.includes('data: ') && told.resolve())
    }
    stream.on('error', () => {})
    await once(stream, 'close')
    open = Promise.withResolvers()
  }
  const watching = (async () => {
    while (!isOver) {
      await look().catch(() => {})
      await setTimeout(50)
    }
  })()

  return {
    opened: () => opened,
    hears: async (done, within) => {
      const late = setTimeout(within, false)
      const heard = (async () => {
        await open.promise
        told = Promise.withResolvers()
        await done()
        await told.promise
        return true
      })()
      return Promise.race([heard, late])
    },
    close: async () => {
      isOver = true
      client.close()
      await watching
    },
  }
}
