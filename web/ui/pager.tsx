import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Icon } from './icon.tsx'
import { type Paging, pagerSlots, pageSizesWith, rangeText } from './paging.ts'
import { SelectField } from './select-field.tsx'

type PagerProps = { currentPage: number; totalPages: number; onPage: (page: number) => void }

/** Previous, the page numbers, next. Ellipses above seven pages. */
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

/** "Rows per page" with its choices. */
export const PageSize = ({ size, onSize }: { size: number; onSize: (size: number) => void }) => (
  <span className="size">
    <span aria-hidden="true">Rows per page</span>
    <SelectField
      label="Rows per page"
      hideLabel
      small
      value={size}
      onChange={onSize}
      options={pageSizesWith(size).map((value) => ({ value, label: String(value) }))}
    />
  </span>
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
