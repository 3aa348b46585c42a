import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Page } from '@playwright/test'
import { type Database, openPool } from '../../../server/db/pool.ts'
import { createTestSession } from '../../../server/features/sessions/sessions.repository.ts'
import { systemClock } from '../../../server/infra/clock.ts'
import { hashPassword } from '../../../server/infra/secrets.ts'
import { tamper } from '../../support/tampering.ts'
import { ApiClient } from './api-client.ts'

/** The password of the accounts that tests create. */
export const password = 'Browser-Test-Password-2026'

type NewAccount = {
  type: UserType
  firstName: string
  lastName: string
  email: string
  companyId: string | null
  branchIds?: readonly string[]
}

/**
 * Writes activated accounts and sessions to the server's database, which is faster than the activation and sign-in screens:
 * hashing a password takes longer than most pages.
 */
export class Accounts {
  readonly #database: Database
  readonly #baseUrl: string
  #passwordHash: Promise<string> | undefined
  constructor(database: Database, baseUrl: string) {
    this.#database = database
    this.#baseUrl = baseUrl
  }

  /** Runs SQL for which there is no API call. */
  async query(text: string, values: unknown[]): Promise<void> {
    await this.#database.pool.query(text, values)
  }

  /** Runs a statement as the database owner, with the triggers disabled. */
  async tamper(statement: string): Promise<void> {
    await tamper(this.#database.pool, statement)
  }

  async insert({ type, firstName, lastName, email, companyId, branchIds = [] }: NewAccount): Promise<string> {
    this.#passwordHash ??= hashPassword(password)
    const { db } = this.#database
    const id = systemClock.newId()
    await db
      .insertInto('app_user')
      .values({
        id,
        company_id: companyId,
        type,
        first_name: firstName,
        last_name: lastName,
        email,
        password_hash: await this.#passwordHash,
        activated: true,
        email_verified: true,
        last_login: systemClock.now(),
        createdon: systemClock.now(),
      })
      .execute()
    if (companyId !== null)
      for (const branchId of branchIds)
        await db.insertInto('branch_member').values({ company_id: companyId, branch_id: branchId, user_id: id }).execute()
    return id
  }

  async idOf(email: string): Promise<string> {
    return (await this.#database.db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  }

  async client(userId: string): Promise<ApiClient> {
    return new ApiClient(this.#baseUrl, await createTestSession(this.#database.db, userId, systemClock.now()))
  }

  /** Signs the account in to the page's browser context and signs out the previous one. */
  async signIn(page: Page, userId: string): Promise<void> {
    // An open page that notices the end of its session would navigate during the next step; if it is about to, that interrupts this.
    if (page.url() !== 'about:blank') await page.goto('about:blank').catch(() => page.goto('about:blank'))
    const session = await createTestSession(this.#database.db, userId, systemClock.now())
    const cookie = { url: this.#baseUrl, sameSite: 'Lax' } as const
    await page.context().clearCookies()
    await page.context().addCookies([
      { ...cookie, name: 'gya_session', value: session, httpOnly: true },
      { ...cookie, name: 'gya_session_present', value: '1' },
    ])
  }
}

/** Connects to the database of the server under test. */
export async function connectToServer(): Promise<Database> {
  const { E2E_DATABASE_URL, E2E_DATA_DIR = '' } = process.env
  const read = (name: string) => readFile(join(E2E_DATA_DIR, 'postgres', name), 'utf8')
  const embedded = async () => {
    const port = (await read('data/postmaster.pid')).split('\n')[3]?.trim()
    return `postgres://postgres:${(await read('password')).trim()}@127.0.0.1:${port}/gya`
  }
  return openPool(E2E_DATABASE_URL ?? (await embedded()), 2, () => {})
}
