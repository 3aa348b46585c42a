import { useEffect, useState } from 'react'
import { SaveOverlay } from '../../ui/feedback/save-overlay.tsx'

type OverlayText = { title: string; text?: string }

let show: ((words: OverlayText) => void) | null = null

/** Keeps showing the success of a save after its form was unmounted. */
export const showPersistently = (words: OverlayText): void => show?.(words)

/** Rendered once in the app, beside the pages. */
export function PersistentOverlay() {
  const [words, setWords] = useState<OverlayText | null>(null)
  useEffect(() => {
    show = setWords
    return () => {
      show = null
    }
  }, [])
  return (
    <SaveOverlay status={words ? 'success' : 'reset'} title={words?.title} text={words?.text} onDone={() => setWords(null)} />
  )
}
