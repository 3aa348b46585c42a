import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Selectable } from 'kysely'
import type { AppUser } from '../../db/schema.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { requireOtherBreakGlass } from '../second-factors/break-glass.ts'
import { deleteFactors } from '../second-factors/second-factors.repository.ts'
import { deleteSessionsOfAccount } from '../sessions/sessions.repository.ts'
import { deleteLinksOfAccount } from './account-links.repository.ts'
import { markAccountDeleted } from './users.repository.ts'

type DeletionContext = RecordingContext & { caller: Caller }

/**
 * Deletes a locked account with its sessions, links and second factors. Its name stays in the record, its e-mail address becomes free, and
 * a platform admin can restore it for 30 days. Throws LAST_BREAK_GLASS.
 */
export async function deleteAccount(context: DeletionContext, person: Selectable<AppUser>): Promise<void> {
  const { db, now, newId, caller } = context
  const callerId = caller.userId
  await requireOtherBreakGlass(db, person)
  await markAccountDeleted(db, person.id, now, callerId)
  await deleteSessionsOfAccount(db, person.id, { because: 'account-ended', now })
  await deleteLinksOfAccount(db, person.id)
  await deleteFactors(db, person.id)
  await recordSecurityEvent(context, {
    kind: 'account-ended',
    companyId: person.company_id ?? platformCompanyId,
    aboutUserId: person.id,
    data: { role: person.type },
  })
  if (person.company_id)
    await recordCompanyEvents(db, { companyId: person.company_id, userId: callerId, at: now, newId }, [
      {
        kind: 'user-deleted',
        data: { userId: person.id, type: person.type, name: `${person.first_name} ${person.last_name}` },
      },
    ])
}
