import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Asked = { doubts: string[]; goOn: () => void }

/**
 * Asks once about values that are unlikely: `ask` runs what is to be done when there is nothing to ask, else after "Save
 * anyway". What was answered is not asked again while the form is open.
 */
export function usePlausibilityCheck(): {
  ask: (doubts: readonly (string | null)[], goOn: () => void) => void
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const answered = useRef(new Set<string>())
  const ask = (all: readonly (string | null)[], goOn: () => void) => {
    const doubts = all.filter((doubt) => doubt !== null && !answered.current.has(doubt)) as string[]
    if (doubts.length === 0) goOn()
    else setAsked({ doubts, goOn })
  }
  const dialog = asked && (
    <ConfirmDialog
      open
      title="Save anyway?"
      confirmLabel="Save anyway"
      cancelLabel="Go back"
      onCancel={() => setAsked(null)}
      onConfirm={() => {
        for (const doubt of asked.doubts) answered.current.add(doubt)
        setAsked(null)
        asked.goOn()
      }}
    >
      {asked.doubts.map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
