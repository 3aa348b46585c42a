import type { Wire } from '@gya/domain/endpoint.ts'
import { listViews } from '@gya/domain/features/views/views.contract.ts'
import { maxFrozen, minFrozen, type ViewColumnId, type ViewList } from '@gya/domain/features/views/views.model.ts'
import { fittingFrozen, validColumns } from '@gya/domain/features/views/views.rules.ts'
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { useCall } from '../../../lib/api/use-call.ts'
import { useSearchParam, useSetSearchParams } from '../../../lib/url-state/search-params.ts'

export type SavedView = Wire<typeof listViews, 'response'>['views'][number]

/** The view of the URL (`view`); null is Standard. */
export function useSavedView(companyId: string, list: ViewList) {
  const id = useSearchParam('view')
  const { data, isError } = useCall(listViews, { params: { companyId } })
  const view = data?.views.find((one) => one._id === id && one.list === list) ?? null
  return {
    all: data?.views,
    view,
    /** Deleted, no longer shared, or out of scope. */
    isGone: id !== undefined && data !== undefined && view === null,
    /** False while it is unknown which filters the view has. */
    isReady: id === undefined || data !== undefined || isError,
  }
}

export type SavedViewState = ReturnType<typeof useSavedView>

/**
 * Columns and freeze: those of the URL, which has them where they differ from the view's, or from `standard`. `standard` must be
 * memoised.
 */
export function useViewColumns<Id extends ViewColumnId>(list: ViewList, view: SavedView | null, standard: readonly Id[]) {
  const text = useSearchParam('columns')
  const frozenText = useSearchParam('frozen')
  const setParams = useSetSearchParams()
  const base = (view?.columns ?? standard) as readonly Id[]
  const columns = useMemo(() => (text === undefined ? base : (validColumns(list, text.split(',')) as Id[])), [text, base, list])
  const baseFrozen = view?.frozen ?? minFrozen
  const wanted = Number(frozenText)
  const frozen = wanted >= minFrozen && wanted <= maxFrozen && Number.isInteger(wanted) ? wanted : baseFrozen
  const isSame = (next: readonly string[]) => next.join(',') === base.join(',')
  return {
    columns,
    frozen,
    /** Those of Standard, in its order. */
    isStandard: view === null && isSame(columns),
    differs: !isSame(columns) || frozen !== baseFrozen,
    setColumns: (next: readonly string[]) => setParams({ columns: isSame(next) ? undefined : next.join(',') }, { replace: true }),
    setFrozen: (next: number) => setParams({ frozen: next === baseFrozen ? undefined : String(next) }, { replace: true }),
  }
}

/** How many of the first columns may be frozen: no wider than half of the frame. `widths` must be memoised. */
export function useFittingFrozen(frame: RefObject<HTMLElement | null>, widths: readonly number[]): number {
  const [fitting, setFitting] = useState<number>(maxFrozen)
  useLayoutEffect(() => {
    const box = frame.current
    if (!box) return
    const watch = new ResizeObserver(() => {
      if (box.clientWidth > 0) setFitting(fittingFrozen(widths, maxFrozen, box.clientWidth))
    })
    watch.observe(box)
    return () => watch.disconnect()
  }, [frame, widths])
  return fitting
}
