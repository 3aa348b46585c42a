import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** A framed section with a title and, at the right, badges or small buttons. */
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

/** Fields in columns; one column on a phone. A child with the class `full` spans the row. */
export const FieldGrid = ({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) => (
  <div className={`grid${columns}`}>{children}</div>
)

/** Master and detail: a list on the left, a 440 px form on the right; stacked under 1240 px. */
export const TwoColumn = ({ children }: { children: ReactNode }) => <div className="two">{children}</div>
