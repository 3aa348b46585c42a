import './paper.css'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { TopProgress } from '../feedback/loading.tsx'
import { Dialog } from '../overlays/dialog.tsx'

/** Millimetres of an A4 page in portrait between the margins of `paper.css`. */
const pageHeight = 275
const pixelsOfMillimetre = 96 / 25.4

/** Points. Below the smallest, the end of a page is cut off. */
const [largestType, smallestType, typeStep] = [8.5, 5, 0.25]

/** Sets the largest type with which everything fits on one page: no line is below it, and no column beside it. */
function fitToPage(box: HTMLElement): void {
  for (let points = largestType; points >= smallestType; points -= typeStep) {
    box.style.fontSize = `${points}pt`
    if (box.scrollHeight <= pageHeight * pixelsOfMillimetre && box.scrollWidth <= box.clientWidth) return
  }
}

type PaperProps = {
  /** `one-page`: A4 in portrait, in type that fits. `table`: as many pages in landscape as there are. */
  layout: 'one-page' | 'table'
  /** The browser's own menu prints it: it is only there. */
  isPrinting?: boolean | undefined
  onDone: () => void
  children: ReactNode
}

/** What is printed instead of the page. It is out of sight until then, and gone afterwards. */
export function Paper({ layout, isPrinting = false, onDone, children }: PaperProps) {
  const box = useRef<HTMLElement>(null)
  const done = useRef(onDone)
  done.current = onDone
  useLayoutEffect(() => {
    if (layout === 'one-page' && box.current) fitToPage(box.current)
  }, [layout])
  useEffect(() => {
    const end = () => done.current()
    addEventListener('afterprint', end)
    const timer = isPrinting ? undefined : setTimeout(() => window.print())
    return () => {
      removeEventListener('afterprint', end)
      clearTimeout(timer)
    }
  }, [isPrinting])
  return createPortal(
    <article ref={box} className={classNames('paper', layout)} aria-hidden="true">
      {children}
    </article>,
    document.body,
  )
}

type ProgressProps = {
  /** "200 of 412 sales"; missing if it is a matter of a moment. */
  progress?: string | undefined
  error: string | undefined
  onRetry: () => void
  onClose: () => void
}

/** While what is printed is read, and when it could not be. */
export const PaperProgress = ({ progress, error, onRetry, onClose }: ProgressProps) =>
  error === undefined && progress === undefined ? (
    <TopProgress active />
  ) : (
    <Dialog
      open
      onClose={onClose}
      title={error === undefined ? 'Preparing to print' : 'This could not be printed'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {error !== undefined && (
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <p role="status">{error ?? progress}</p>
    </Dialog>
  )
