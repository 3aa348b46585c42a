import type { Database } from '../db/pool.ts'
import { createTotp, readTotpSecret } from '../features/second-factors/totp.ts'
import type { Clock } from '../infra/clock.ts'
import type { SecretBox } from '../infra/encrypted-secrets.ts'

/** Larkmead's second company admin. The first one signs in with a password alone, so that the demo opens in one step. */
const email = 'casimir.dunmallow@larkmead.example'

/**
 * "The company admin has a TOTP whose secret the start prints." [trust §9](docs/design/trust.md#9). Returns the account and its secret,
 * which is created at the first start and after a reset; null without the account.
 */
export async function prepareDemoFactor(
  { db }: Database,
  secrets: SecretBox,
  clock: Clock,
): Promise<{ email: string; secret: string } | null> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('deleted_on', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  const kept = await readTotpSecret(db, secrets, user.id)
  if (kept) return { email, secret: kept }
  return db.transaction().execute(async (transaction) => {
    const made = await createTotp(transaction, secrets, { userId: user.id, email })
    if (!made) return null
    await transaction.updateTable('totp').set({ confirmed_on: clock.now() }).where('user_id', '=', user.id).execute()
    await transaction.updateTable('app_user').set({ has_second_factor: true }).where('id', '=', user.id).execute()
    return { email, secret: made.secret }
  })
}
