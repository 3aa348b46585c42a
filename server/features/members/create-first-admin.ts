import { passwordProblems } from '@gya/domain/common/password.ts'
import type { Database } from '../../db/connect.ts'
import type { Clock } from '../../platform/ids.ts'
import { hashPassword } from '../../platform/secrets.ts'
import { StartError } from '../../start-error.ts'

/** The first platform admin of an empty database without demo, from the configuration. Where there is an account already, nothing happens. */
export async function createFirstAdmin(
  { db }: Database,
  clock: Clock,
  admin: { email: string; password: string },
): Promise<void> {
  const problems = passwordProblems(admin.password)
  if (problems.length > 0) throw new StartError(`Configuration: GYA_ADMIN_PASSWORD is too weak. ${problems.join(' ')}`)
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
    // Of two processes that start at once on an empty database the other was faster.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
