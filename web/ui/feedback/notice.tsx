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

/** A message that stays on the page. `bad` is announced assertively. `action`: one small button or link at the right. */
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
 * A colleague has saved a newer version of what is being edited. An overlay at the bottom of the page, so that the form
 * does not move; the conflict is resolved on save.
 */
export const NewerVersionNotice = ({ children = 'A colleague has changed this meanwhile.' }: { children?: ReactNode }) => (
  <p className="newer-saved" role="status">
    <Icon of={IconUsers} size={16} />
    <span>{children} What you typed is still here.</span>
  </p>
)
