import './page.css'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Breadcrumbs, type Crumb } from '../navigation/breadcrumbs.tsx'
import { type MenuTab, type Tab, Tabs } from '../navigation/tabs.tsx'
import { PoweredBy } from './logo.tsx'

const counted = new Intl.NumberFormat('en-GB')

/** Title left, with how many there are, actions right. */
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
  /** The largest text of the page. With `header` it is left out. */
  title?: ReactNode
  count?: number | undefined
  /** Behind the title: a badge. */
  beside?: ReactNode
  /** At the right of the title, the one primary button last. */
  actions?: ReactNode
  /** In place of the title: the header of a property. */
  header?: ReactNode
  tabs?: { label: string; items: readonly (Tab | MenuTab)[] } | undefined
  /** The page is as high as the window, and its frame scrolls inside: for full-height tables. */
  fill?: boolean | undefined
  children: ReactNode
}

/** A page: breadcrumb and "Powered by", title with actions or a header of its own, tabs, content. A SaveBar goes last in the content. */
export const Page = ({ crumbs, title, count, beside, actions, header, tabs, fill, children }: PageProps) => (
  <div className={classNames('page', fill && 'fill')}>
    <div className="top">
      <Breadcrumbs crumbs={crumbs} />
      <PoweredBy />
    </div>
    {header ?? <PageHead title={title} count={count} beside={beside} actions={actions} />}
    {tabs && <Tabs label={tabs.label} tabs={tabs.items} />}
    {children}
  </div>
)
