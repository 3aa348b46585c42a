import { useEffect, useState } from 'react'
import { SaveOverlay } from '../../ui/feedback/save-overlay.tsx'

type OverlayText = { title: string; text?: string }

let show: ((words: OverlayText) => void) | null = null

/** Goes on showing a success whose form has gone: the page was left for the next one, or its dialog closed. */
export const showPersistently = (words: OverlayText): void => show?.(words)

/** Stands once in the app, beside the pages: where `carryOver` shows its words for two seconds. */
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
