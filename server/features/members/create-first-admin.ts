import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { hashPassword } from '../../infra/secrets.ts'
import { StartError } from '../../startup-errors.ts'
import { type PasswordChecks, refuseWeakPassword } from '../users/refuse-weak-password.ts'

/** Creates the first platform admin from the configuration. Does nothing when any account exists. */
export async function createFirstAdmin(
  { db }: Database,
  clock: Clock,
  admin: { email: string; password: string },
  checks: PasswordChecks,
): Promise<void> {
  const about = ['Platform', 'Admin', 'Administrator', admin.email]
  await refuseWeakPassword(checks, { password: admin.password, path: 'GYA_ADMIN_PASSWORD', guessableWords: about }).catch(
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      const problems = error.issues?.map(({ message }) => message) ?? []
      throw new StartError(`Configuration: GYA_ADMIN_PASSWORD is too weak. ${problems.join(' ')}`)
    },
  )
  const [anybody] = await db.selectFrom('app_user').select('id').limit(1).execute()
  if (anybody) return
  await db
    .insertInto('app_user')
    .values({
      id: clock.newId(),
      type: 'GYA_ADMIN',
      first_name: 'Platform',
      last_name: 'Admin',
      email: admin.email,
      password_hash: await hashPassword(admin.password),
      activated: true,
      email_verified: true,
      createdon: clock.now(),
    })
    // Another process that started concurrently was faster.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
