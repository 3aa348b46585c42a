import type { Instant } from '@gya/domain/common/dates.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { AppUser } from '../../db/schema.ts'
import { insertEvents } from '../events/events.repository.ts'
import { deleteLinksOf, deleteSessionsOf } from '../session/session.repository.ts'
import { markAccountDeleted } from './members.repository.ts'

type Ending = { db: Db; now: Instant; newId(): string; callerId: string }

/**
 * Ends a locked account with its sessions and links. What it did stays under its name, its address is free for another
 * account, and a platform admin can bring it back for 30 days.
 */
export async function endAccount({ db, now, newId, callerId }: Ending, person: Selectable<AppUser>): Promise<void> {
  await markAccountDeleted(db, person.id, now, callerId)
  await deleteSessionsOf(db, person.id)
  await deleteLinksOf(db, person.id)
  if (person.company_id)
    await insertEvents(db, { companyId: person.company_id, propertyId: null, userId: callerId, at: now, newId }, [
      {
        kind: 'user-deleted',
        data: { userId: person.id, type: person.type, name: `${person.first_name} ${person.last_name}` },
      },
    ])
}
