import type { SignInPolicy } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import type { Db } from '../../db/pool.ts'

export type FactorCount = { totp: number; passkeys: number; recoveryCodes: number }

/** The number of factors of each kind of an account. Unused recovery codes alone do not count as a factor. */
export async function countFactors(db: Db, userId: string): Promise<FactorCount> {
  const row = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('totp')
        .select(select.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .where('confirmed_on', 'is not', null)
        .as('totp'),
      select.selectFrom('passkey').select(select.fn.countAll<number>().as('n')).where('user_id', '=', userId).as('passkeys'),
      select
        .selectFrom('recovery_code')
        .select(select.fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .where('used_on', 'is', null)
        .as('recoveryCodes'),
    ])
    .executeTakeFirstOrThrow()
  return { totp: row.totp ?? 0, passkeys: row.passkeys ?? 0, recoveryCodes: row.recoveryCodes ?? 0 }
}

/** Locks the account, so that changes of its factors run one after the other. */
export const lockAccount = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .select(['id', 'type', 'company_id', 'email', 'first_name', 'last_name', 'has_second_factor'])
    .where('id', '=', userId)
    .where('deleted_on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Updates `has_second_factor`, which every call reads; without a factor the recovery codes end. */
export async function updateHasFactor(db: Db, userId: string): Promise<void> {
  const { totp, passkeys } = await countFactors(db, userId)
  const hasFactor = totp + passkeys > 0
  await db.updateTable('app_user').set({ has_second_factor: hasFactor }).where('id', '=', userId).execute()
  if (!hasFactor) await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Removes all sign-in methods of an account except its password. */
export async function deleteFactors(db: Db, userId: string): Promise<void> {
  for (const table of ['totp', 'passkey', 'recovery_code', 'sign_in_challenge'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  await db.updateTable('app_user').set({ has_second_factor: false }).where('id', '=', userId).execute()
}

export const readTotp = (db: Db, userId: string) =>
  db.selectFrom('totp').select('confirmed_on').where('user_id', '=', userId).executeTakeFirst()

export async function readPolicy(db: Db, companyId: string): Promise<SignInPolicy & { version: number }> {
  const row = await db
    .selectFrom('company_sign_in')
    .select(['second_factor_for', 'required_from', 'version'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return {
    secondFactorFor: row?.second_factor_for ?? [],
    requiredFrom: row?.required_from ?? null,
    version: row?.version ?? 1,
  }
}

/** Users of the company by role, and how many of them have a second factor. */
export const countFactorsByRole = (db: Db, companyId: string) =>
  db
    .selectFrom('app_user')
    .select((select) => [
      'type',
      select.fn.countAll<number>().as('users'),
      select.fn.countAll<number>().filterWhere('has_second_factor', '=', true).as('withFactor'),
    ])
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .where('deactivated_on', 'is', null)
    .groupBy('type')
    .execute()
