import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Asked = { doubts: string[]; goOn: () => void }

/**
 * Asks for confirmation of unlikely values. `ask` continues at once without warnings, else after "Save anyway". Each warning is
 * confirmed once while the form is open.
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
