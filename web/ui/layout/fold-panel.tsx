import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

type Props = {
  title: string
  brief?: ReactNode
  className?: string
  id?: string | undefined
  open?: boolean
  children: ReactNode
}

/** A panel that folds. `brief` summarises the content; `id` is a link target. `open`: initially. */
export const FoldPanel = ({ title, brief, className, id, open, children }: Props) => (
  <details id={id} className={classNames('panel fold', className)} open={open}>
    <summary>
      <Icon of={IconChevronRight} size={14} />
      <h2>{title}</h2>
      <span className="spacer" />
      <span className="mut t12">{brief}</span>
    </summary>
    {children}
  </details>
)
