import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { firstLineOfAddress } from './chain.messages.ts'

/** "Reset (typed confirmation)": takes every link away; like any other edit it counts once it is saved. */
export function ResetChain({ line1, onReset }: { line1: string; onReset: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="s" variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Reset
      </Button>
      <ConfirmByTypingDialog
        open={asking}
        title="Reset chain"
        text={line1}
        what={firstLineOfAddress}
        confirmLabel="Reset chain"
        onConfirm={() => {
          setAsking(false)
          onReset()
        }}
        onCancel={() => setAsking(false)}
      >
        <p>Every link is taken out of this property’s chain. Nothing is saved until you save the chain.</p>
      </ConfirmByTypingDialog>
    </>
  )
}
