import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconComponent } from './icon.tsx'

export type TagTone = 'grey' | 'good' | 'blue' | 'amber' | 'red' | 'accent' | 'yellow'

const classes: Record<TagTone, string | false> = {
  grey: false,
  good: 'good',
  blue: 'leg',
  amber: 'warn',
  red: 'bad',
  accent: 'acc',
  yellow: 'fin',
}

/** A short status label. */
export const Tag = ({ tone = 'grey', icon, children }: { tone?: TagTone; icon?: IconComponent; children: ReactNode }) => (
  <span className={classNames('tag', classes[tone])}>
    {icon && <Icon of={icon} size={12} />}
    {children}
  </span>
)
