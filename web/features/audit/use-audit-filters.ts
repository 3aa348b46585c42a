import { isDateOnly } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { readNetwork } from '@gya/domain/features/audit/audit.rules.ts'
import { type AuditGroup, type AuditKind, auditGroups, auditKinds } from '@gya/domain/features/audit/audit-kinds.ts'
import { useMemo } from 'react'
import { type SearchParams, useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'

export type AuditFilters = {
  groups: AuditGroup[]
  kind: AuditKind | undefined
  who: string | null
  about: string | undefined
  session: string | undefined
  days: { from: string | null; until: string | null }
}

const isGroup = (name: string): name is AuditGroup => Object.hasOwn(auditGroups, name)
const isKind = (name: string | undefined): name is AuditKind => name !== undefined && Object.hasOwn(auditKinds, name)
const isId = (text: string | undefined): text is string => text !== undefined && /^[\da-f-]{36}$/i.test(text)

const readFilters = (search: SearchParams): AuditFilters => ({
  groups: (search.groups ?? '').split(',').filter(isGroup),
  kind: isKind(search.show) ? search.show : undefined,
  who: isId(search.who) ? search.who : null,
  about: isId(search.whose) ? search.whose : undefined,
  session: isId(search.session) ? search.session : undefined,
  days: { from: search.from ?? null, until: search.until ?? null },
})

const written = ({ groups, kind, who, about, session, days }: AuditFilters): SearchParams => ({
  groups: groups.join(',') || undefined,
  show: kind,
  who: who ?? undefined,
  whose: about,
  session,
  from: days.from ?? undefined,
  until: days.until ?? undefined,
})

type Query = NonNullable<Wire<typeof listAudit, 'query'>>

const toQuery = ({ groups, kind, who, about, session, days }: AuditFilters, network: string): Query => ({
  ...(groups.length > 0 ? { groups: groups.join(',') } : {}),
  ...(kind ? { kinds: kind } : {}),
  ...(who ? { userId: who } : {}),
  ...(about ? { aboutUserId: about } : {}),
  ...(session ? { sessionId: session } : {}),
  ...(days.from !== null && isDateOnly(days.from) ? { dateStart: days.from } : {}),
  ...(days.until !== null && isDateOnly(days.until) ? { dateEnd: days.until } : {}),
  ...(network !== '' && readNetwork(network) !== null ? { network } : {}),
})

/** The filters of the audit log. They are stored in the URL so that it can be shared, and not in the browser. */
export function useAuditFilters() {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  const list = useListParams('audit', [], { first: 50 })
  const filters = useMemo(() => readFilters(search), [search])
  const change = (changed: Partial<AuditFilters>) => setParams({ ...written({ ...filters, ...changed }), page: undefined })
  const clear = () => {
    list.setTyped('')
    setParams({ ...written(readFilters({})), q: undefined, page: undefined })
  }
  /** Filters by a session, user or network, and removes other filters. */
  const only = (changed: Partial<AuditFilters>, network?: string) => {
    list.setTyped(network ?? '')
    setParams({ ...written({ ...readFilters({}), ...changed }), q: network, page: undefined })
  }
  const query = toQuery(filters, list.q)
  return {
    filters,
    list,
    change,
    clear,
    only,
    /** The query for the CSV; the list adds its page. */
    query,
    networkError:
      list.typed.trim() !== '' && readNetwork(list.typed) === null ? 'Enter a network, such as 203.0.113.7' : undefined,
    count: Object.keys(query).length,
  }
}
