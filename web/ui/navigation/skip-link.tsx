import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Id of the shell's container of skip links. */
export const skipLinksId = 'skips'

/** A skip link at the start of the page, visible while it has the focus. */
export function SkipLink({ onSkip, children }: { onSkip: () => void; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(skipLinksId)), [])
  return (
    place &&
    createPortal(
      <button type="button" className="skip" onClick={onSkip}>
        {children}
      </button>,
      place,
    )
  )
}
