import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon, type IconComponent } from '../icon.tsx'

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

const icons: Record<NoticeTone, IconComponent> = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
}

/** A message that stays on the page. A bad one is announced at once. `action`: one small button or link at the right. */
export const Notice = ({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className={`note ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    <Icon of={icons[tone]} size={16} />
    <div>
      {title && <b>{title}</b>}
      {children}
    </div>
    {action}
  </div>
)

/**
 * A colleague has saved what is being typed over. It lies over the foot of the page, so that nothing moves under the
 * hands of whoever is typing; what it means is decided when they save.
 */
export const NewerVersionNotice = ({ children = 'A colleague has changed this meanwhile.' }: { children?: ReactNode }) => (
  <p className="newer-saved" role="status">
    <Icon of={IconUsers} size={16} />
    <span>{children} What you typed is still here.</span>
  </p>
)
