import type { Wire } from '@gya/domain/endpoint.ts'
import { listViews } from '@gya/domain/features/views/views.contract.ts'
import { maxFrozen, minFrozen, type ViewColumnId, type ViewList } from '@gya/domain/features/views/views.model.ts'
import { fittingFrozen, validColumns } from '@gya/domain/features/views/views.rules.ts'
import { lazy, type RefObject, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../../lib/api/use-call.ts'
import { useScopedPath } from '../../../lib/url-state/current-scope.ts'
import { type SearchParams, useSearchParam, useSetSearchParams } from '../../../lib/url-state/search-params.ts'
import { isSameSearch, type useFilterParams } from '../../../lib/url-state/use-filter-params.ts'
import type { useListParams } from '../../../lib/url-state/use-list-params.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { ViewContent } from './view-dialog.tsx'

/** Loaded together with the list. */
const ViewBar = lazy(() => import('./view-bar.tsx'))

export type SavedView = Wire<typeof listViews, 'response'>['views'][number]

/** The view of the URL (`view`); null is Standard. `filtersOf` must be constant. */
export function useSavedView<Filters>(companyId: string, list: ViewList, filtersOf: (filters: SavedView['filters']) => Filters) {
  const id = useSearchParam('view')
  const { data, isError } = useCall(listViews, { params: { companyId } })
  const view = data?.views.find((one) => one._id === id && one.list === list) ?? null
  return {
    companyId,
    list,
    all: data?.views,
    view,
    filters: useMemo(() => (view ? filtersOf(view.filters) : undefined), [view, filtersOf]),
    sort: view?.sort,
    /** The view was deleted, is no longer shared, or is out of scope. */
    isGone: id !== undefined && data !== undefined && view === null,
    /** False while it is unknown which filters the view has. */
    isReady: id === undefined || data !== undefined || isError,
  }
}

export type SavedViewState = Pick<ReturnType<typeof useSavedView>, 'companyId' | 'list' | 'all' | 'view' | 'isGone'>

type Options<Id, Filters> = {
  saved: SavedViewState
  /** The page of the list, and its branch if it belongs to one. */
  path: string
  branchId: string | undefined
  /** Columns of Standard; must be memoised. */
  standard: readonly Id[]
  /** Must be constant. */
  widthsOf: (columns: readonly Id[]) => readonly number[]
  params: Pick<ReturnType<typeof useListParams>, 'q' | 'reset'>
  filters: {
    shown: Filters
    /** Columns of the view, otherwise of Standard. */
    base: Filters
    set: ReturnType<typeof useFilterParams<Filters>>[1]
    write: (filters: Filters) => SearchParams
    /** In the format in which a view stores them. */
    stored: () => ViewContent['filters']
  }
  sort: { shown: ViewContent['sort']; base: ViewContent['sort'] }
}

/**
 * Columns, freeze and bar of a list with saved views. Attach `frame` to the element whose width limits the frozen columns. Render `bar`
 * above the table and `gone` before it.
 */
export function useListView<Id extends ViewColumnId, Filters>(options: Options<Id, Filters>) {
  const { saved, path, branchId, standard, widthsOf, params, filters, sort } = options
  const { list, view } = saved
  const shown = useViewColumns(list, view, standard)
  const { columns } = shown
  const frame = useRef<HTMLDivElement>(null)
  const fitting = useFittingFrozen(
    frame,
    useMemo(() => widthsOf(columns), [columns, widthsOf]),
  )
  const to = useScopedPath()
  const filtersDiffer = !isSameSearch(filters.write(filters.shown), filters.write(filters.base))
  const sortDiffers = sort.shown !== sort.base
  const link = () => {
    const written = view && !filtersDiffer ? {} : filters.write(filters.shown)
    const differing = { q: params.q || undefined, sort: view && !sortDiffers ? undefined : sort.shown, ...shown.inUrl }
    return to(path, {}, { view: view?._id, ...written, ...differing })
  }
  const bar = (
    <Suspense fallback={<div className="bar up views" />}>
      <ViewBar
        saved={saved}
        branchId={branchId}
        columns={columns}
        onColumns={shown.setColumns}
        frozen={shown.frozen}
        onFrozen={shown.setFrozen}
        fitting={fitting}
        differs={shown.differs || filtersDiffer || sortDiffers}
        content={() => ({ list, columns: [...columns], frozen: shown.frozen, filters: filters.stored(), sort: sort.shown })}
        onReset={() => filters.set(filters.base, { ...params.reset(), columns: undefined, frozen: undefined })}
        hrefOf={(id) => to(path, {}, { view: id ?? undefined })}
        link={link}
      />
    </Suspense>
  )
  // "A view out of reach or gone: Standard, and 'This view is no longer there.'" [day §8](docs/design/day.md#8).
  const gone = saved.isGone && (
    <div className="above-rows">
      <Notice tone="warn" title="This view is no longer there." />
    </div>
  )
  const { isStandard, setColumns } = shown
  return { columns, isStandard, setColumns, frozen: Math.min(shown.frozen, fitting), frame, bar, gone }
}

/** Columns and freeze of the URL, which contains them if they differ from the view or from `standard`. */
function useViewColumns<Id extends ViewColumnId>(list: ViewList, view: SavedView | null, standard: readonly Id[]) {
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
    inUrl: { columns: text, frozen: frozenText },
    /** Columns of Standard, in its order. */
    isStandard: view === null && isSame(columns),
    differs: !isSame(columns) || frozen !== baseFrozen,
    setColumns: (next: readonly string[]) => setParams({ columns: isSame(next) ? undefined : next.join(',') }, { replace: true }),
    setFrozen: (next: number) => setParams({ frozen: next === baseFrozen ? undefined : String(next) }, { replace: true }),
  }
}

/** Maximum number of frozen columns, which may take up to half of the frame. `widths` must be memoised. */
function useFittingFrozen(frame: RefObject<HTMLElement | null>, widths: readonly number[]): number {
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
