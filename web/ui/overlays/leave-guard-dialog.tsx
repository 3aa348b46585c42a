import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before unsaved changes are lost. Text of the specification. */
export const LeaveGuardDialog = ({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) => (
  <ConfirmDialog
    open={open}
    title="Unsaved changes"
    confirmLabel="Leave page"
    cancelLabel="Stay on page"
    danger
    onConfirm={onLeave}
    onCancel={onStay}
  >
    <p>Are you sure you want to move page? You may have unsaved changes.</p>
  </ConfirmDialog>
)
