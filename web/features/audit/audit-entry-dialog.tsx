import { showDateTime } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { type AuditKind, auditGroups } from '@gya/domain/features/audit/audit-kinds.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { AuditFilters } from './use-audit-filters.ts'

export type AuditEntry = Wire<typeof listAudit, 'response'>['data'][number]

/** "203.0.113.9 · Firefox on Windows"; empty for a job. */
export const fromWhere = ({ network, device }: AuditEntry): string => [network, device].filter(Boolean).join(' · ')

type Props = {
  entry: AuditEntry
  onClose: () => void
  /** Filters the list by a session, user, network or kind. */
  onOnly: (filters: Partial<AuditFilters>, network?: string) => void
}

/** The facts of an entry, and links to related entries. */
export function AuditEntryDialog({ entry, onClose, onOnly }: Props) {
  const { at, kind, group, words, facts, user, about, place, network, device, sessionId } = entry
  const go = (filters: Partial<AuditFilters>, within?: string) => {
    onClose()
    onOnly(filters, within)
  }
  const rows: readonly (readonly [what: string, value: string | null])[] = [
    ['Time', showDateTime(at)],
    ['Who', user ? `${user.name}, ${user.role}` : 'Nobody signed in, or a job'],
    ['About', about ? `${about.name}, ${about.role}` : null],
    ['Property or branch', place],
    ['Network', network],
    ['Device', device || null],
    ['Group', group ? auditGroups[group] : null],
  ]
  return (
    <Dialog open side title={words} onClose={onClose}>
      <dl className="audit-facts">
        {rows
          .filter(([, value]) => value !== null)
          .map(([what, value]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {facts.map(({ what, from, to }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {from !== undefined && (
                <>
                  <s>{from}</s> <span className="vh">became</span>
                  <span aria-hidden="true">→</span>{' '}
                </>
              )}
              {to ?? 'none'}
            </dd>
          </div>
        ))}
      </dl>
      <div className="audit-ways">
        {sessionId && <Button onClick={() => go({ session: sessionId })}>Everything of this session</Button>}
        {user && <Button onClick={() => go({ who: user._id })}>Everything {user.name} did</Button>}
        {about && <Button onClick={() => go({ about: about._id })}>Everything about {about.name}</Button>}
        {network && <Button onClick={() => go({}, network)}>Everything from {network}</Button>}
        {group && <Button onClick={() => go({ kind: kind as AuditKind })}>All lines “{words}”</Button>}
      </div>
    </Dialog>
  )
}
