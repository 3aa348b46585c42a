import type { Instant } from '@gya/domain/common/dates.ts'
import { ticketMinutes, ticketTries } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'

/** `sign-in`: the second step after a password. `passkey`: signing in with a passkey alone. */
export type TicketPurpose = 'sign-in' | 'passkey' | 'register' | 'confirm'

type NewTicket = { userId: string | null; purpose: TicketPurpose; challenge?: string; now: Instant }

/** Returns the ticket; only its hash is stored. */
export async function createTicket(db: Db, { userId, purpose, challenge, now }: NewTicket): Promise<string> {
  const ticket = newToken()
  await db
    .insertInto('sign_in_challenge')
    .values({
      ticket_hash: hashToken(ticket),
      user_id: userId,
      purpose,
      challenge: challenge ?? null,
      expires_on: new Date(Date.parse(now) + ticketMinutes * 60_000).toISOString(),
    })
    .execute()
  return ticket
}

export type Ticket = { ticket_hash: Buffer; user_id: string | null; challenge: string | null }

/**
 * Returns an open ticket and counts this attempt; null if it has expired or has no attempts left. Call it outside the request's
 * transaction.
 */
export async function tryTicket(
  db: Db,
  { ticket, purpose, now }: { ticket: string; purpose: TicketPurpose; now: Instant },
): Promise<Ticket | null> {
  const row = await db
    .updateTable('sign_in_challenge')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('ticket_hash', '=', hashToken(ticket))
    .where('purpose', '=', purpose)
    .where('expires_on', '>', now)
    .where('tries', '<', ticketTries)
    .returning(['ticket_hash', 'user_id', 'challenge'])
    .executeTakeFirst()
  return row ?? null
}

/** Sets the challenge of an open ticket; null if there is none. */
export async function challengeTicket(
  db: Db,
  { ticket, challenge, now }: { ticket: string; challenge: string; now: Instant },
): Promise<{ userId: string } | null> {
  const row = await db
    .updateTable('sign_in_challenge')
    .set({ challenge })
    .where('ticket_hash', '=', hashToken(ticket))
    .where('purpose', '=', 'sign-in')
    .where('expires_on', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ? { userId: row.user_id } : null
}

/** Ends a ticket: true for the first caller only, so that a ticket and its challenge are used once. */
export async function useTicket(db: Db, ticketHash: Buffer): Promise<boolean> {
  const gone = await db.deleteFrom('sign_in_challenge').where('ticket_hash', '=', ticketHash).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export const deleteExpiredTickets = (db: Db, now: Instant) =>
  sql`delete from sign_in_challenge where expires_on < ${now}`.execute(db)
