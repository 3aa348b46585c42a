import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { useSetSearchParams } from './url-state/search-params.ts'

/** A figure, as named in the URL of the drawer: `period.2025-12-01_2025-12-31`, `sale.<property>.<branch>`. */
export const howAddress = (figure: string, ...keys: string[]): string => [figure, ...keys].join('.')

/** A figure with a dotted underline, which opens "How this came about". */
export function HowButton({ how, className, children }: { how: string; className?: string; children: ReactNode }) {
  const setParams = useSetSearchParams()
  return (
    <button
      type="button"
      className={classNames('how', className)}
      aria-haspopup="dialog"
      data-tip="How this came about"
      onClick={(event) => {
        event.stopPropagation()
        setParams({ how })
      }}
    >
      {children}
    </button>
  )
}
