import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Icon } from '../icon.tsx'
import { useIsPhone } from '../layout/use-is-phone.ts'
import { Link } from './link.tsx'

/** The last item, and one the user may not open, has no `to`. */
export type Crumb = { label: string; to?: string | undefined }

/** The path to the page; on a phone a link to the parent. */
export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => {
  const phone = useIsPhone()
  const back = crumbs.slice(0, -1).findLast((crumb) => crumb.to)
  if (phone) {
    return back?.to ? (
      <nav className="crumb" aria-label="Breadcrumb">
        <Link to={back.to}>
          <Icon of={IconChevronLeft} size={14} />
          {back.label}
        </Link>
      </nav>
    ) : null
  }
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1
          return (
            <Fragment key={`${crumb.label}-${crumb.to ?? index}`}>
              <li>
                {last ? (
                  <span aria-current="page">{crumb.label}</span>
                ) : crumb.to ? (
                  <Link to={crumb.to}>{crumb.label}</Link>
                ) : (
                  <span>{crumb.label}</span>
                )}
                {!last && <Icon of={IconChevronRight} size={12} />}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
