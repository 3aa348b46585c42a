import { IconChevronDown } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useIsPhone } from '../layout/use-is-phone.ts'
import { type MenuEntry, MenuOn } from '../overlays/menu.tsx'
import { Link, pathOf } from './link.tsx'
import { tabsBeyond } from './tabs-beyond.ts'

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

/** About as wide as "More" with its arrow. */
const moreWidth = 54

/** The positions of the tabs for which there is no room. Their widths are measured, so that hidden ones keep theirs. */
function useTabsBeyond(
  bar: RefObject<HTMLElement | null>,
  { count, current, off }: { count: number; current: number; off: boolean },
) {
  const [beyond, setBeyond] = useState<readonly number[]>([])
  useEffect(() => {
    const nav = bar.current
    if (!nav || off) return setBeyond([])
    const tabs = [...nav.children].slice(0, count)
    const watch = new ResizeObserver(() => {
      const gap = Number.parseFloat(getComputedStyle(nav).columnGap) || 0
      const widths = tabs.map((tab) => tab.getBoundingClientRect().width)
      const next = tabsBeyond(widths, { room: nav.clientWidth, gap, more: moreWidth, current })
      setBeyond((before) => (before.join() === next.join() ? before : next))
    })
    for (const element of [nav, ...tabs]) watch.observe(element)
    return () => watch.disconnect()
  }, [bar, count, current, off])
  return beyond
}

/** As items of the menu *More*. */
const itemsOf = (tab: Tab | MenuTab): readonly MenuEntry[] =>
  isMenu(tab) ? tab.items : [{ label: [tab.label, tab.count].filter((part) => part !== undefined).join(' '), to: tab.to }]

/** Tab bar of links. Those without room are in the menu *More*; on a phone the bar scrolls sideways. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly (Tab | MenuTab)[] }) => {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const bar = useRef<HTMLElement>(null)
  const isHere = (to: string | undefined) => to !== undefined && pathOf(to) === path
  const isBelow = (tab: Tab | MenuTab) => tab.also?.includes(path) ?? false
  const isCurrent = (tab: Tab | MenuTab) =>
    isMenu(tab)
      ? isBelow(tab) || tab.items.some((item) => item !== 'line' && (item.current ?? isHere(item.to)))
      : (tab.current ?? (isHere(tab.to) || isBelow(tab)))
  const beyond = useTabsBeyond(bar, { count: tabs.length, current: tabs.findIndex(isCurrent), off: useIsPhone() })
  // Counts arrive later and make the tabs before the current one wider.
  const counts = tabs.map((tab) => (isMenu(tab) ? '' : tab.count)).join()
  useEffect(() => bringCurrentIntoSight(bar.current), [path, counts])
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab, at) => {
        const className = beyond.includes(at) ? 'beyond' : undefined
        return isMenu(tab) ? (
          <TabMenu key={tab.label} tab={tab} current={isCurrent(tab)} className={className} />
        ) : (
          <Link key={tab.label} to={tab.to} className={className} aria-current={isCurrent(tab) ? 'page' : undefined}>
            {tab.label}
            {tab.count !== undefined && <span className="n"> {tab.count}</span>}
          </Link>
        )
      })}
      {beyond.length > 0 && <TabMenu tab={{ label: 'More', items: beyond.flatMap((at) => itemsOf(tabs[at] as Tab)) }} />}
    </nav>
  )
}

const TabMenu = ({ tab, current, className }: { tab: MenuTab; current?: boolean; className?: string | undefined }) => (
  <MenuOn
    label={tab.label}
    items={tab.items}
    trigger={(props) => (
      <button type="button" {...props} className={className} data-current={current || undefined}>
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
