import { useState } from 'react'
import type { ApiError } from '../../platform/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type StaffEmailQuestionProps = {
  /** The refusal of the last save. */
  error: ApiError | null
  email: string
  pending: boolean
  /** Saves again, confirmed. */
  onConfirm: () => void
}

/** Asked where the e-mail of a vendor is that of a colleague. */
export function StaffEmailQuestion({ error, email, pending, onConfirm }: StaffEmailQuestionProps) {
  const [answered, setAnswered] = useState<ApiError | null>(null)
  if (error?.code !== 'VENDOR_IS_STAFF' || error === answered || pending) return null
  return (
    <ConfirmDialog
      open
      title="Is a colleague the vendor?"
      confirmLabel="Yes, they are the vendor"
      onCancel={() => setAnswered(error)}
      onConfirm={() => {
        setAnswered(error)
        onConfirm()
      }}
    >
      <p>
        {email.trim()} is the e-mail address of a colleague of your company. A vendor’s account is apart from the colleague’s own
        and has a password of its own.
      </p>
    </ConfirmDialog>
  )
}
