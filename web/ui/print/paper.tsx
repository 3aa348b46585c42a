import './paper.css'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../button.tsx'
import { TopProgress } from '../feedback/loading.tsx'
import { Dialog } from '../overlays/dialog.tsx'

/** Pixels of an A4 page in portrait between the margins of `paper.css`: 275 mm. */
const pageHeight = (275 * 96) / 25.4

/** Points. Below the smallest, the end of a page is cut off. */
const [largestType, smallestType, typeStep] = [8.5, 5, 0.25]

/** One A4 page, printed instead of the page on screen, in type that fits. It is out of sight until then, and gone afterwards. */
export function Paper({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useLayoutEffect(() => {
    if (!box.current) return
    for (let points = largestType; points >= smallestType; points -= typeStep) {
      box.current.style.fontSize = `${points}pt`
      if (box.current.scrollHeight <= pageHeight) return
    }
  }, [])
  useEffect(() => {
    const end = () => done.current()
    addEventListener('afterprint', end)
    const timer = setTimeout(() => window.print())
    return () => {
      removeEventListener('afterprint', end)
      clearTimeout(timer)
    }
  }, [])
  return createPortal(
    <article ref={box} className="paper" aria-hidden="true">
      {children}
    </article>,
    document.body,
  )
}

type ProgressProps = { error: string | undefined; onRetry: () => void; onClose: () => void }

/** While what is printed is read, and when it could not be. */
export const PaperProgress = ({ error, onRetry, onClose }: ProgressProps) => {
  if (error === undefined) return <TopProgress active />
  const retry = (
    <Button variant="primary" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Dialog open onClose={onClose} title="This could not be printed" footer={retry}>
      <p>{error}</p>
    </Dialog>
  )
}
