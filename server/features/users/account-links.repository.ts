import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import { daysLater } from '../../infra/clock.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'

type LinkPurpose = 'reset' | 'verify'

/** Deletes all links of an account and its pending e-mail address, because links may be in a mailbox that is no longer the user's. */
export async function deleteLinksOfAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('account_link').where('user_id', '=', userId).execute()
  await db
    .updateTable('app_user')
    .set({ pending_email: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .execute()
}

/** Creates a link and deletes older ones with the same purpose. Returns the token, which is not stored. */
export async function insertLink(
  db: Db,
  link: { userId: string; purpose: LinkPurpose; now: Instant; hours: number },
): Promise<string> {
  const token = newToken()
  await db.deleteFrom('account_link').where('user_id', '=', link.userId).where('purpose', '=', link.purpose).execute()
  await db
    .insertInto('account_link')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      createdon: link.now,
      expires_on: daysLater(link.now, link.hours / 24),
    })
    .execute()
  return token
}

/** Returns the user of a link without consuming it; null if it is unknown, expired or used. */
export async function findLinkOwner(db: Db, token: string, purpose: LinkPurpose, now: Instant): Promise<string | null> {
  const link = await db
    .selectFrom('account_link')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
    .executeTakeFirst()
  return link?.user_id ?? null
}

/** Consumes a link and returns its user; nothing if it is unknown, expired or used. */
export const useLink = (db: Db, token: string, purpose: LinkPurpose, now: Instant) =>
  db
    .updateTable('account_link')
    .from('app_user as u')
    .set({ used_on: now })
    .whereRef('u.id', '=', 'account_link.user_id')
    .where('u.deleted_on', 'is', null)
    .where('u.deactivated_on', 'is', null)
    .where('account_link.token_hash', '=', hashToken(token))
    .where('account_link.purpose', '=', purpose)
    .where('account_link.used_on', 'is', null)
    .where('account_link.expires_on', '>', now)
    .returning(['account_link.user_id', 'u.company_id'])
    .executeTakeFirst()
