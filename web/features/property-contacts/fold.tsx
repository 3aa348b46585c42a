import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

type SectionProps = { title: string; brief?: ReactNode; children: ReactNode; id?: string | undefined }

/** A section that folds away; `brief` says beside its title what is in it. Open to begin with. `id`: for links to it. */
export const CollapsibleSection = ({ title, brief, children, id }: SectionProps) => (
  <details id={id} className="panel fold" open>
    <summary>
      <Icon of={IconChevronRight} size={14} />
      <h2>{title}</h2>
      <span className="spacer" />
      <span className="mut t12">{brief}</span>
    </summary>
    <div className="form">{children}</div>
  </details>
)
