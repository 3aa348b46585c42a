import type { DateOnly } from '@gya/domain/common/dates.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useCurrentScope, useScopedPath } from '../../platform/place.ts'
import { useLocalStorage } from '../../platform/remembered.ts'
import { useMay } from '../../platform/session.tsx'
import {
  type DashboardSearch,
  type DashboardState,
  defaultMetric,
  parseDashboardSearch,
  parseView,
  toDashboardSearch,
} from './dashboard-address.ts'

type StateChange = Partial<DashboardState> & { branch?: string }

/**
 * Where the reader is in the dashboard, and the address of any other state of it. The tab that an address leaves out is the
 * one that was open last. Without a branch, and with the right to it, it is the whole company.
 */
export function useDashboardState() {
  const search = useRouterState({ select: (state) => state.location.search as DashboardSearch })
  const [lastView, keepView] = useLocalStorage<string>('dashboard.tab', 'overall')
  const { branch } = useCurrentScope()
  const mayWhole = useMay('dashboard.company')
  const to = useScopedPath()
  const here = useMemo(() => {
    const address = parseDashboardSearch(search, lastView)
    return { ...address, wholeCompany: mayWhole && (address.wholeCompany || branch === undefined) }
  }, [search, lastView, mayWhole, branch])
  const named = parseView(search.tab)
  useEffect(() => {
    if (named !== undefined && named !== lastView) keepView(named)
  })
  /** A change of the tab opens its own first stat; a change of the stat, the newest period. */
  const hrefOf = ({ branch: other, ...change }: StateChange): string => {
    const view = change.view ?? here.view
    const metric = change.metric ?? (view === here.view ? here.metric : defaultMetric(view))
    const period = change.period === undefined && change.metric === undefined && view === here.view ? here.period : null
    const next = { ...here, ...change, view, metric, period: change.period ?? period }
    return to('/branch/md', other === undefined ? {} : { branch: other }, toDashboardSearch(next))
  }
  const navigate = useNavigate()
  /** Lists another period of the same stat; what is in sight stays there. The newest is null. */
  const listPeriod = (period: DateOnly | null): void => {
    const search = { ...toDashboardSearch({ ...here, period }), page: undefined }
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }), resetScroll: false } as never)
  }
  return { ...here, hrefOf, listPeriod }
}
