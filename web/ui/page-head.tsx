import type { ReactNode } from 'react'

const counted = new Intl.NumberFormat('en-GB')

/** Title left, with how many there are, actions right. */
export const PageHead = ({
  title,
  count,
  beside,
  actions,
}: {
  title: ReactNode
  count?: number | undefined
  beside?: ReactNode
  actions?: ReactNode
}) => (
  <header className="head">
    <h1>
      {title}
      {count !== undefined && <span className="count-h"> {counted.format(count)}</span>}
    </h1>
    {beside}
    <span className="spacer" />
    {actions}
  </header>
)
