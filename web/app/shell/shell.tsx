import './shell.css'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLifebuoy,
  IconLogout,
  IconMenu2,
} from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon, type IconComponent } from '../../ui/icon.tsx'
import { Logo, PoweredBy } from '../../ui/layout/logo.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { useHasSidePanel } from '../../ui/layout/use-side-panel-layout.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { skipLinksId } from '../../ui/navigation/skip-link.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'

export type NavItem = {
  label: string
  to: string
  icon: IconComponent
  /** Whether the item is current for a path; default: only for its own path. */
  isAt?: ((path: string) => boolean) | undefined
  /** Shown after the label: a count. */
  badge?: ReactNode
}

/** Without a company (platform admins) the sidebar shows the product's name. */
export type SidebarCompany = { name: string; logoUrl?: string | null | undefined }
export type SidebarUser = { name: string; role: string; avatarUrl?: string | null | undefined }

export type SidebarProps = {
  company: SidebarCompany | null
  user: SidebarUser
  nav: readonly NavItem[]
  onSupport: () => void
  onLogout: () => void
  /** Shown in the bar of a phone; on larger screens it is in the head of each page. */
  search?: ReactNode
}

type Folding = { closed: boolean; onFold?: (() => void) | undefined; onGo?: (() => void) | undefined }

/** Logo, "Logged in as", the role's links, Support, Logout and Collapse sidebar. */
export const Sidebar = ({ company, user, nav, onSupport, onLogout, closed, onFold, onGo }: SidebarProps & Folding) => {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const name = company?.name ?? 'GYA'
  const tipOf = (words: string) => (closed ? words : undefined)
  return (
    <aside className="side" aria-label="Main">
      <Link className="logo" to="/" onClick={onGo}>
        <Logo url={company?.logoUrl} size={32} />
        <span>
          <b>{name}</b>
          <small>{company ? 'Estate agents' : 'Sales progression'}</small>
          <span className="vh">, start page</span>
        </span>
      </Link>
      <Link className="who" to="/profile" onClick={onGo} data-tip={tipOf(`Logged in as ${user.name}`)}>
        <Avatar name={user.name} src={user.avatarUrl} size={36} />
        <span>
          <small>Logged in as</small>
          <b>{user.name}</b>
          <small>{user.role}</small>
        </span>
      </Link>
      <nav aria-label="Sections">
        {nav.map((item) => (
          <Link
            key={item.label}
            to={item.to}
            onClick={onGo}
            data-tip={tipOf(item.label)}
            aria-current={(item.isAt?.(path) ?? path === item.to) ? 'page' : undefined}
          >
            <Icon of={item.icon} size={18} />
            <span>{item.label}</span>
            {item.badge && <Suspense fallback={null}>{item.badge}</Suspense>}
          </Link>
        ))}
      </nav>
      <nav className="side-foot" aria-label="Help and session">
        <FootButton icon={IconLifebuoy} label="Support" tip={tipOf('Support')} onClick={onSupport} />
        <FootButton icon={IconLogout} label="Logout" tip={tipOf('Logout')} onClick={onLogout} />
        {onFold && (
          <button type="button" className="collapse" aria-expanded={!closed} data-tip={tipOf('Expand sidebar')} onClick={onFold}>
            <Icon of={closed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse} size={18} />
            <span>{closed ? 'Expand sidebar' : 'Collapse sidebar'}</span>
          </button>
        )}
      </nav>
    </aside>
  )
}

const FootButton = ({
  icon,
  label,
  tip,
  onClick,
}: {
  icon: IconComponent
  label: string
  tip: string | undefined
  onClick: () => void
}) => (
  <button type="button" data-tip={tip} onClick={onClick}>
    <Icon of={icon} size={18} />
    <span>{label}</span>
  </button>
)

const key = 'gya.sidebar'

/** "The collapsed state is remembered." Initially collapsed in windows under 1240 px. */
const useFolded = (): [boolean, () => void] => {
  const [closed, setClosed] = useState(() => {
    const kept = localStorage.getItem(key)
    return kept ? kept === 'closed' : window.innerWidth < 1240
  })
  const fold = () => {
    localStorage.setItem(key, closed ? 'open' : 'closed')
    setClosed(!closed)
  }
  return [closed, fold]
}

/** Moves the focus to the new content when navigation removed the focused link. */
const useFocusOnNewPage = () => {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== undefined && before.current !== path && document.activeElement === document.body) {
      main.current?.focus({ preventScroll: true })
    }
    before.current = path
  }, [path])
  return main
}

/** Sidebar and content of the signed-in app. `children` is the router's outlet; pages use `Page`. */
export const Shell = ({ children, ...sidebar }: SidebarProps & { children: ReactNode }) => {
  const [isFolded, fold] = useFolded()
  const isCrowded = useMediaQuery('(width < 1280px)')
  const isSqueezed = useHasSidePanel() && isCrowded
  const closed = isFolded || isSqueezed
  const phone = useIsPhone()
  const main = useFocusOnNewPage()
  return (
    <div className="app" data-sidebar={phone ? undefined : closed ? 'closed' : 'open'}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <div id={skipLinksId} />
      {phone ? <PhoneBar {...sidebar} /> : <Sidebar {...sidebar} closed={closed} onFold={isSqueezed ? undefined : fold} />}
      <main className="main" id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  )
}

/** Whether the page was last scrolled down: the top bar hides then and returns when scrolling up. */
const useScrolledDown = (): boolean => {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const look = () => {
      const now = Math.max(0, window.scrollY)
      if (Math.abs(now - before) < 8) return
      setDown(now > before && now > 52)
      before = now
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return down
}

const PhoneBar = (sidebar: SidebarProps) => {
  const drawer = useRef<HTMLDialogElement>(null)
  const away = useScrolledDown()
  const shut = () => drawer.current?.close()
  const name = sidebar.company?.name ?? 'GYA'
  return (
    <header className={classNames('pbar', away && 'away')}>
      <button type="button" aria-label="Menu" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
        <Icon of={IconMenu2} size={20} />
      </button>
      <Link to="/">
        <Logo url={sidebar.company?.logoUrl} size={28} />
        <b>{name}</b>
        <span className="vh">, start page</span>
      </Link>
      <span className="spacer" />
      <PoweredBy />
      {sidebar.search}
      <dialog
        ref={drawer}
        className="drawer"
        aria-label="Menu"
        onClick={(event) => event.target === drawer.current && shut()}
        onKeyDown={undefined}
      >
        <Sidebar
          {...sidebar}
          closed={false}
          onGo={shut}
          onSupport={() => {
            shut()
            sidebar.onSupport()
          }}
        />
      </dialog>
    </header>
  )
}
