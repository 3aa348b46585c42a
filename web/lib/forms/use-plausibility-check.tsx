import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Question = { warnings: string[]; proceed: () => void }

/**
 * Asks for confirmation of unlikely values. `ask` continues at once without warnings, otherwise after "Save anyway". Each warning is
 * confirmed once while the form is open.
 */
export function usePlausibilityCheck(): {
  ask: (warnings: readonly (string | null)[], proceed: () => void) => void
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const confirmed = useRef(new Set<string>())
  const ask = (all: readonly (string | null)[], proceed: () => void) => {
    const warnings = all.filter((warning) => warning !== null && !confirmed.current.has(warning)) as string[]
    if (warnings.length === 0) proceed()
    else setQuestion({ warnings, proceed })
  }
  const dialog = question && (
    <ConfirmDialog
      open
      title="Save anyway?"
      confirmLabel="Save anyway"
      cancelLabel="Go back"
      onCancel={() => setQuestion(null)}
      onConfirm={() => {
        for (const warning of question.warnings) confirmed.current.add(warning)
        setQuestion(null)
        question.proceed()
      }}
    >
      {question.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
