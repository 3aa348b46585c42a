import type { Instant } from '@gya/domain/common/dates.ts'
import { idOfKey } from '@gya/domain/features/today/complete.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart } from '../undo/undo-registry.ts'
import { deriveAgain } from './complete-call-backs-and-news.ts'
import type { LockedItem } from './lock-action-items.ts'
import { describeItem } from './snooze-parts.ts'

/** "Done: no answer needed", and its undo. */
type ClosedMailPart = UndoPart & { kind: 'mail-closed'; propertyId: string; mailInId: string; what: string }

type ClosingContext = { db: Db; params: { companyId: string }; caller: { userId: string }; now: Instant }

export async function closeMails(context: ClosingContext, items: readonly LockedItem[]): Promise<ClosedMailPart[]> {
  const parts = items.map(
    (item): ClosedMailPart => ({
      kind: 'mail-closed',
      propertyId: item.subjectId,
      mailInId: idOfKey(item.key),
      what: describeItem(item),
    }),
  )
  const { db, params, caller, now } = context
  if (parts.length > 0) await setOpen(db, params.companyId, parts, { open: false, on: now, by: caller.userId })
  return parts
}

const namedIn = (parts: readonly ClosedMailPart[]) => sql`
  unnest(${parts.map(({ mailInId }) => mailInId)}::uuid[], ${parts.map(({ propertyId }) => propertyId)}::uuid[])
  as r (mail_in_id, property_id)`

type Opened = { open: boolean; on: Instant | null; by: string | null }

const setOpen = (db: Db, companyId: string, parts: readonly ClosedMailPart[], { open, on, by }: Opened) =>
  sql`
    update mail_in_sale s set open = ${open}, closed_on = ${on}::timestamptz, closed_by = ${by}::uuid
    from ${namedIn(parts)}
    where s.company_id = ${companyId}::uuid and s.mail_in_id = r.mail_in_id and s.property_id = r.property_id`.execute(db)

export const registerClosedMailPart = (): void =>
  registerUndoPart<ClosedMailPart>('mail-closed', {
    async conflict({ db, companyId }, parts) {
      const { rows } = await sql<{ mail_in_id: string; property_id: string }>`
        select r.mail_in_id, r.property_id from ${namedIn(parts)}
        join mail_in_sale s on s.company_id = ${companyId}::uuid and s.mail_in_id = r.mail_in_id and s.property_id = r.property_id
        where s.state = 'filed' and not s.open`.execute(db)
      const part = parts.find((one) => !rows.some((row) => row.mail_in_id === one.mailInId && row.property_id === one.propertyId))
      return part ? { what: part.what, by: null, on: null } : null
    },
    async undo(context, parts) {
      await setOpen(context.db, context.companyId, parts, { open: true, on: null, by: null })
      await deriveAgain(context, parts)
    },
  })
