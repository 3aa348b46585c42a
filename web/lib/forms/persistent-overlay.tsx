import { useEffect, useState } from 'react'
import { SaveOverlay } from '../../ui/feedback/save-overlay.tsx'

type OverlayText = { title: string; text?: string }

let show: ((overlay: OverlayText) => void) | null = null

/** Keeps showing the success of a save after its form was unmounted. */
export const showPersistently = (overlay: OverlayText): void => show?.(overlay)

/** Rendered once in the app, beside the pages. */
export function PersistentOverlay() {
  const [overlay, setOverlay] = useState<OverlayText | null>(null)
  useEffect(() => {
    show = setOverlay
    return () => {
      show = null
    }
  }, [])
  return (
    <SaveOverlay
      status={overlay ? 'success' : 'reset'}
      title={overlay?.title}
      text={overlay?.text}
      onDone={() => setOverlay(null)}
    />
  )
}
