import { londonDay } from '@gya/domain/common/dates.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import type { KeyRow } from './api-keys.repository.ts'

type ChangeContext = RecordingContext & { caller: Caller }
type KeyEvent = 'api-key-made' | 'api-key-edited' | 'api-key-rotated' | 'api-key-revoked'

/** Records a change of an API key in the audit and in the record. */
export async function recordKey(
  context: ChangeContext,
  companyId: string,
  kind: KeyEvent,
  row: KeyRow,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { db, now, caller, newId } = context
  const data = { apiKeyId: row.id, scopes: row.scopes.join(', '), endsOn: londonDay(row.expires_on), ...more }
  await recordSecurityEvent(context, { kind, companyId, data: { ...data, prefix: row.prefix } })
  await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
    { kind, data: { ...data, name: row.name } },
  ])
}
