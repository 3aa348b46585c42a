import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** A framed part of a page with its title and, at the right, its signs or small buttons. */
export const FormPanel = ({
  title,
  aside,
  foot,
  className,
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  foot?: ReactNode
  className?: string
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={classNames('panel', className)} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      <div className="form">{children}</div>
      {foot && <footer className="pfoot">{foot}</footer>}
    </section>
  )
}

/** Fields side by side, one below the other on a phone. `full` on a child's className makes it take the whole row. */
export const FieldGrid = ({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) => (
  <div className={`grid${columns}`}>{children}</div>
)

/** A list on the left and, 440 px wide on the right, the form of the chosen one; one below the other under 1240 px. */
export const TwoColumn = ({ children }: { children: ReactNode }) => <div className="two">{children}</div>
