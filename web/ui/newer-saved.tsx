import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

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
