import { IconChevronDown } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { type MenuEntry, MenuOn } from '../overlays/menu.tsx'
import { Link, pathOf } from './link.tsx'

export type Tab = {
  label: string
  to: string
  /** Muted, after the label. */
  count?: number | undefined
  /** Whether the tab is current; by default when its path is the page's. */
  current?: boolean | undefined
  /** Paths of further pages of the tab: the form that adds an item. */
  also?: readonly string[] | undefined
}

/** A tab that opens a menu of pages. */
export type MenuTab = { label: string; items: readonly MenuEntry[]; also?: readonly string[] | undefined }

const isMenu = (tab: Tab | MenuTab): tab is MenuTab => 'items' in tab

/** Scrolls sideways only: `scrollIntoView` would also scroll the page while somebody reads further down. */
function bringCurrentIntoSight(bar: HTMLElement | null): void {
  const current = bar?.querySelector(':is([aria-current], [data-current])')
  if (!bar || !current) return
  const [shown, frame] = [current.getBoundingClientRect(), bar.getBoundingClientRect()]
  bar.scrollLeft += Math.min(0, shown.left - frame.left) + Math.max(0, shown.right - frame.right)
}

/** Tab bar of links. Scrolls sideways when there is no room. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly (Tab | MenuTab)[] }) => {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const bar = useRef<HTMLElement>(null)
  const isHere = (to: string | undefined) => to !== undefined && pathOf(to) === path
  const isBelow = (tab: Tab | MenuTab) => tab.also?.includes(path) ?? false
  // Counts arrive later and make the tabs before the current one wider.
  const counts = tabs.map((tab) => (isMenu(tab) ? '' : tab.count)).join()
  useEffect(() => bringCurrentIntoSight(bar.current), [path, counts])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab) =>
        isMenu(tab) ? (
          <TabMenu
            key={tab.label}
            tab={tab}
            current={isBelow(tab) || tab.items.some((item) => item !== 'line' && (item.current ?? isHere(item.to)))}
          />
        ) : (
          <Link key={tab.label} to={tab.to} aria-current={(tab.current ?? (isHere(tab.to) || isBelow(tab))) ? 'page' : undefined}>
            {tab.label}
            {tab.count !== undefined && <span className="n"> {tab.count}</span>}
          </Link>
        ),
      )}
    </nav>
  )
}

const TabMenu = ({ tab, current }: { tab: MenuTab; current: boolean }) => (
  <MenuOn
    label={tab.label}
    items={tab.items}
    trigger={(props) => (
      <button type="button" {...props} data-current={current || undefined}>
        {tab.label}
        <Icon of={IconChevronDown} size={12} />
      </button>
    )}
  />
)

/** Links between the views of one subject, in the style of a segmented field. */
export const ViewLinks = ({
  label,
  views,
}: {
  label: string
  views: readonly { label: string; to: string; current: boolean }[]
}) => (
  <nav className="seg" aria-label={label}>
    {views.map((view) => (
      <Link key={view.label} to={view.to} aria-current={view.current ? 'page' : undefined}>
        {view.label}
      </Link>
    ))}
  </nav>
)
