import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Id of the shell's container of skip links. */
export const skipLinksId = 'skips'

/** A skip link at the start of the page, visible while it has the focus. */
export function SkipLink({ onSkip, children }: { onSkip: () => void; children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => setContainer(document.getElementById(skipLinksId)), [])
  return (
    container &&
    createPortal(
      <button type="button" className="skip" onClick={onSkip}>
        {children}
      </button>,
      container,
    )
  )
}
