import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon, type IconComponent } from '../icon.tsx'

/** Shown in place of an empty list: what that means and what to do next. */
export const EmptyState = ({
  title,
  children,
  icon = IconInbox,
  actions,
}: {
  title: ReactNode
  children?: ReactNode
  icon?: IconComponent
  actions?: ReactNode
}) => (
  <div className="state-box">
    <Icon of={icon} size={24} />
    <b>{title}</b>
    {children && <p>{children}</p>}
    {actions && <div className="actions">{actions}</div>}
  </div>
)
