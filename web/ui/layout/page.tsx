import './page.css'
import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Breadcrumbs, type Crumb } from '../navigation/breadcrumbs.tsx'
import { type MenuTab, type Tab, Tabs } from '../navigation/tabs.tsx'
import { PoweredBy } from './logo.tsx'
import { PageSlotsContext } from './page-slots.ts'

const counted = new Intl.NumberFormat('en-GB')

/** Title with count on the left, actions on the right. */
export const PageHead = ({
  title,
  count,
  beside,
  actions,
}: {
  title: ReactNode
  count?: number | undefined
  beside?: ReactNode
  actions?: ReactNode
}) => (
  <header className="head">
    <h1>
      {title}
      {count !== undefined && <span className="count-h"> {counted.format(count)}</span>}
    </h1>
    {beside}
    <span className="spacer" />
    {actions}
  </header>
)

export type PageProps = {
  crumbs: readonly Crumb[]
  /** Not shown when there is a `header`. */
  title?: ReactNode
  count?: number | undefined
  /** After the title: a badge. */
  beside?: ReactNode
  /** At the right of the title, the primary button last. */
  actions?: ReactNode
  /** Replaces the title. */
  header?: ReactNode
  tabs?: { label: string; items: readonly (Tab | MenuTab)[] } | undefined
  /** Limits the page to the window's height, so that its frame scrolls: for full-height tables. */
  fill?: boolean | undefined
  children: ReactNode
}

/** Layout of a page: breadcrumbs, title or header, tabs, content. A SaveBar goes last in the content. */
export const Page = ({ crumbs, title, count, beside, actions, header, tabs, fill, children }: PageProps) => {
  const { head, onShown } = useContext(PageSlotsContext)
  const latest = useRef({ crumbs, onShown })
  latest.current = { crumbs, onShown }
  const path = crumbs.map(({ label }) => label).join(' › ')
  // Before paint, so that the page is already stored when a key is pressed on it.
  useLayoutEffect(() => latest.current.onShown(latest.current.crumbs), [path])
  return (
    <div className={classNames('page', fill && 'fill')}>
      <div className="top">
        <Breadcrumbs crumbs={crumbs} />
        <span className="right">
          {head}
          <PoweredBy />
        </span>
      </div>
      {header ?? <PageHead title={title} count={count} beside={beside} actions={actions} />}
      {tabs && <Tabs label={tabs.label} tabs={tabs.items} />}
      {children}
    </div>
  )
}
