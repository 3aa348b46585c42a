import type { DateOnly } from '@gya/domain/common/dates.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { usePlace, useTo } from '../../platform/place.ts'
import { useRemembered } from '../../platform/remembered.ts'
import { useMay } from '../../platform/session.tsx'
import { type DashboardAddress, type DashboardSearch, leadOf, readAddress, viewOf, writeAddress } from './dashboard-address.ts'

type Change = Partial<DashboardAddress> & { branch?: string }

/**
 * Where the reader is in the dashboard, and the address of any other state of it. The tab that an address leaves out is the
 * one that was open last. Without a branch, and with the right to it, it is the whole company.
 */
export function useDashboardAddress() {
  const search = useRouterState({ select: (state) => state.location.search as DashboardSearch })
  const [lastView, keepView] = useRemembered<string>('dashboard.tab', 'overall')
  const { branch } = usePlace()
  const mayWhole = useMay('dashboard.company')
  const to = useTo()
  const here = useMemo(() => {
    const address = readAddress(search, lastView)
    return { ...address, wholeCompany: mayWhole && (address.wholeCompany || branch === undefined) }
  }, [search, lastView, mayWhole, branch])
  const named = viewOf(search.tab)
  useEffect(() => {
    if (named !== undefined && named !== lastView) keepView(named)
  })
  /** A change of the tab opens its own first stat; a change of the stat, the newest period. */
  const hrefOf = ({ branch: other, ...change }: Change): string => {
    const view = change.view ?? here.view
    const metric = change.metric ?? (view === here.view ? here.metric : leadOf(view))
    const period = change.period === undefined && change.metric === undefined && view === here.view ? here.period : null
    const next = { ...here, ...change, view, metric, period: change.period ?? period }
    return to('/branch/md', other === undefined ? {} : { branch: other }, writeAddress(next))
  }
  const navigate = useNavigate()
  /** Lists another period of the same stat; what is in sight stays there. The newest is null. */
  const listPeriod = (period: DateOnly | null): void => {
    const search = { ...writeAddress({ ...here, period }), page: undefined }
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }), resetScroll: false } as never)
  }
  return { ...here, hrefOf, listPeriod }
}
