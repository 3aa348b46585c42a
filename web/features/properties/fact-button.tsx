import type { ReactNode } from 'react'

type Props = { label: string; className?: string; onClick: (() => void) | undefined; children: ReactNode }

/** A fact of the header that opens the dialog in which it is changed; plain text for users who may not change it. */
export const FactButton = ({ label, className = '', onClick, children }: Props) =>
  onClick ? (
    <button type="button" className={`factb ${className}`} aria-haspopup="dialog" title={label} onClick={onClick}>
      {children}
    </button>
  ) : (
    <span className={className}>{children}</span>
  )
