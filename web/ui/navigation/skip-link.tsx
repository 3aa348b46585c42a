import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Where the shell has the links that stand before everything else. */
export const skipLinksId = 'skips'

/** A link at the beginning of the page that goes to something far down in it: drawn when it has the focus. */
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
