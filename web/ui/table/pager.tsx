import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { SelectField } from '../fields/select-field.tsx'
import { Icon } from '../icon.tsx'

/** Paging of every list response; `currentPage` is zero-based. */
export type Paging = { itemsPerPage: number; count: number; currentPage: number; totalPages: number }

/** Page sizes of every table ([administration §9](docs/design/administration.md#9)). */
export const pageSizes: readonly number[] = [10, 25, 50, 75, 100]

/** Page sizes including the current one: the workflow report starts at 70. */
export const pageSizesWith = (size: number): readonly number[] =>
  pageSizes.includes(size) ? pageSizes : [...pageSizes, size].sort((a, b) => a - b)

/**
 * Page numbers to show, from zero; null is an ellipsis. "Pager shows ellipses when more than 7 pages": then first, last, the
 * current page and its neighbours.
 */
export const pagerSlots = (currentPage: number, totalPages: number): (number | null)[] => {
  const all = Array.from({ length: totalPages }, (_, page) => page)
  if (totalPages <= 7) return all
  const last = totalPages - 1
  if (currentPage <= 3) return [...all.slice(0, 5), null, last]
  if (currentPage >= last - 3) return [0, null, ...all.slice(last - 4)]
  return [0, null, currentPage - 1, currentPage, currentPage + 1, null, last]
}

const counted = new Intl.NumberFormat('en-GB')

/** "1–25" and "128" of "1–25 of 128"; "0" when there is nothing. */
export const rangeText = ({ itemsPerPage, count, currentPage }: Paging): { range: string; count: string } => {
  const first = currentPage * itemsPerPage + 1
  const last = Math.min(count, first + itemsPerPage - 1)
  return { range: last < first ? '0' : `${counted.format(first)}–${counted.format(last)}`, count: counted.format(count) }
}

type PagerProps = { currentPage: number; totalPages: number; onPage: (page: number) => void }

export const Pager = ({ currentPage, totalPages, onPage }: PagerProps) => {
  const step = (by: 1 | -1) => {
    const to = currentPage + by
    const off = to < 0 || to >= totalPages
    return (
      <li>
        <button
          type="button"
          aria-label={by < 0 ? 'Previous page' : 'Next page'}
          aria-disabled={off || undefined}
          onClick={() => !off && onPage(to)}
        >
          <Icon of={by < 0 ? IconChevronLeft : IconChevronRight} size={16} />
        </button>
      </li>
    )
  }
  return (
    <nav className="pager" aria-label="Pages">
      <ul>
        {step(-1)}
        {pagerSlots(currentPage, Math.max(1, totalPages)).map((page, slot) => (
          <li key={page ?? `gap-${slot}`}>
            {page === null ? (
              <span className="gap" aria-hidden="true">
                …
              </span>
            ) : (
              <button
                type="button"
                aria-label={`Page ${page + 1}`}
                aria-current={page === currentPage ? 'page' : undefined}
                onClick={() => page !== currentPage && onPage(page)}
              >
                {page + 1}
              </button>
            )}
          </li>
        ))}
        {step(1)}
      </ul>
    </nav>
  )
}

export const PageSize = ({ size, onSize }: { size: number; onSize: (size: number) => void }) => (
  <div className="size">
    <span aria-hidden="true">Rows per page</span>
    <SelectField
      label="Rows per page"
      hideLabel
      small
      value={size}
      onChange={onSize}
      options={pageSizesWith(size).map((value) => ({ value, label: String(value) }))}
    />
  </div>
)

/** "1–25 of 128" */
export const PageRange = ({ paging }: { paging: Paging }) => {
  const { range, count } = rangeText(paging)
  return (
    <span>
      <b>{range}</b> of {count}
    </span>
  )
}
