import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLifebuoy, IconLogout } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { Avatar } from '../ui/avatar.tsx'
import { Icon, type IconComponent } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Logo } from './logo.tsx'

export type NavItem = {
  label: string
  to: string
  icon: IconComponent
  /** Whether the item is the current one on the screen with this path; on its own by default. */
  isAt?: ((path: string) => boolean) | undefined
}

/** Whose sidebar it is. Without a company (a platform admin) it carries the product's own name. */
export type SidebarCompany = { name: string; logoUrl?: string | null | undefined }
export type SidebarUser = { name: string; role: string; avatarUrl?: string | null | undefined }

export type SidebarProps = {
  company: SidebarCompany | null
  user: SidebarUser
  nav: readonly NavItem[]
  onSupport: () => void
  onLogout: () => void
}

type Folding = { closed: boolean; onFold?: (() => void) | undefined; onGo?: (() => void) | undefined }

/** Logo, "Logged in as", the role's links, and at the foot Support, Logout and Collapse sidebar. */
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
