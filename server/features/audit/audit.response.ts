import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { describeAuditEvent } from '@gya/domain/features/audit/audit-kinds.ts'
import { describeDevice } from '@gya/domain/features/sessions/sessions.rules.ts'
import { type AuditRow } from './audit.read-model.ts'

export const toWho = (id: string | null, person: { name: string | null; role: string | null } | undefined) =>
  id === null || !person || person.name === null
    ? null
    : { _id: id, name: person.name, role: userTypeLabels[person.role as UserType] ?? '' }

export function toEntry(row: AuditRow) {
  const { id, at, kind, data, network, place } = row
  const described = describeAuditEvent(kind, data)
  return {
    _id: id,
    at,
    kind,
    group: described?.group ?? null,
    words: described?.words ?? kind,
    facts: described?.facts ?? [],
    user: toWho(row.user_id, { name: row.user_name, role: row.user_role }),
    about: toWho(row.about_user_id, { name: row.about_name, role: row.about_role }),
    place,
    network,
    device: typeof data.userAgent === 'string' && data.userAgent !== '' ? describeDevice(data.userAgent) : '',
    sessionId: row.session_log_id,
  }
}
