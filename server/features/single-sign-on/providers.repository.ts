import type { ProviderKind, ProviderRole } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CompanyProvider } from '../../db/schema.ts'
import type { SecretBox, SecretPlace } from '../../infra/encrypted-secrets.ts'
import type { ProviderSettings } from './provider-client.ts'

const secretPlace = (companyId: string): SecretPlace => ({
  table: 'company_provider',
  column: 'secret_encrypted',
  companyId,
  row: companyId,
})

/**
 * Returns the company whose members sign in with a provider at this domain, if the provider was tested or is required. "By the
 * domain alone, the same for every address of it."
 */
export const findCompanyOfDomain = (db: Db, domain: string) =>
  db
    .selectFrom('company_domain as d')
    .innerJoin('company_provider as p', 'p.company_id', 'd.company_id')
    .innerJoin('company as c', 'c.id', 'd.company_id')
    .select('d.company_id')
    .where('d.domain', '=', domain)
    .where('c.deleted_on', 'is', null)
    .where((where) => where.or([where('p.tested_on', 'is not', null), where('p.required', '=', true)]))
    .executeTakeFirst()

export const listDomains = (db: Db, companyId: string) =>
  db
    .selectFrom('company_domain')
    .select(['domain', 'confirmed_on'])
    .where('company_id', '=', companyId)
    .orderBy('domain')
    .execute()

/** Includes the name of the tester. `forUpdate` locks the provider. */
export const findProvider = (db: Db, companyId: string, { forUpdate = false } = {}) =>
  db
    .selectFrom('company_provider as p')
    .leftJoin('app_user as u', 'u.id', 'p.tested_by')
    .selectAll('p')
    .select(['u.first_name as tester_first_name', 'u.last_name as tester_last_name'])
    .where('p.company_id', '=', companyId)
    .$if(forUpdate, (query) => query.forNoKeyUpdate('p'))
    .executeTakeFirst()

/** Returns provider and domains of a company that is not deleted. */
export async function findProviderToUse(db: Db, secrets: SecretBox, companyId: string) {
  const row = await db
    .selectFrom('company_provider as p')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .selectAll('p')
    .where('p.company_id', '=', companyId)
    .where('c.deleted_on', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const settings: ProviderSettings = {
    kind: row.kind as ProviderKind,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: decryptClientSecret(secrets, companyId, row.secret_encrypted),
  }
  const domains = (await listDomains(db, companyId)).map(({ domain }) => domain)
  const made = { role: row.role as ProviderRole, allBranches: row.all_branches, branchIds: row.branch_ids }
  return { companyId, version: row.version, settings, domains, made }
}
export type UsableProvider = NonNullable<Awaited<ReturnType<typeof findProviderToUse>>>

export const encryptClientSecret = (secrets: SecretBox, companyId: string, secret: string): Buffer =>
  secrets.encrypt(Buffer.from(secret), secretPlace(companyId))

export const decryptClientSecret = (secrets: SecretBox, companyId: string, stored: Buffer): string =>
  secrets.decrypt(stored, secretPlace(companyId)).toString()

type ProviderRow = Insertable<CompanyProvider>

export const saveProviderRow = (db: Db, { company_id, createdon, ...columns }: ProviderRow) =>
  db
    .insertInto('company_provider')
    .values({ company_id, createdon, ...columns })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(columns))
    .execute()

/** Has an effect only if the settings are still those that were tested. */
export const markTested = (db: Db, companyId: string, tested: { version: number; by: string; now: string }) =>
  db
    .updateTable('company_provider')
    .set({ tested_on: tested.now, tested_by: tested.by })
    .where('company_id', '=', companyId)
    .where('version', '=', tested.version)
    .execute()

export const deleteProviderRow = (db: Db, companyId: string) =>
  db.deleteFrom('company_provider').where('company_id', '=', companyId).execute()

/** Deletes links to accounts of other providers than the current one. */
export const deleteIdentitiesExcept = (db: Db, companyId: string, issuer: string | null) =>
  sql`delete from sso_identity i using app_user u
    where u.id = i.user_id and u.company_id = ${companyId} and i.issuer is distinct from ${issuer}::text`.execute(db)

export const listAdministrators = (db: Db, companyId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email', 'company_id', 'has_second_factor', 'break_glass'])
    .where('company_id', '=', companyId)
    .where('type', '=', 'COMPANY_ADMIN')
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .orderBy(sql`lower(first_name || ' ' || last_name)`)
    .orderBy('id')
    .execute()

/** Marks exactly these administrators as break-glass accounts, and no others. */
export const updateBreakGlass = (db: Db, companyId: string, userIds: readonly string[]) =>
  sql`update app_user set break_glass = id = any(${userIds}::uuid[])
    where company_id = ${companyId} and (break_glass or id = any(${userIds}::uuid[]))`.execute(db)

/** Encrypts the secrets of all providers with the new key. Returns the number of secrets. Sign-ins in progress have to start again. */
export async function rotateProviderSecrets(db: Db, from: SecretBox, to: SecretBox): Promise<number> {
  await sql`lock table company_provider in share row exclusive mode`.execute(db)
  const providers = await db.selectFrom('company_provider').select(['company_id', 'secret_encrypted']).execute()
  for (const { company_id: companyId, secret_encrypted: stored } of providers)
    await db
      .updateTable('company_provider')
      .set({ secret_encrypted: encryptClientSecret(to, companyId, decryptClientSecret(from, companyId, stored)) })
      .where('company_id', '=', companyId)
      .execute()
  await db.deleteFrom('sso_attempt').execute()
  return providers.length
}
