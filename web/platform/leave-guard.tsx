import { useBlocker } from '@tanstack/react-router'
import { LeaveGuardDialog } from '../ui/leave-guard-dialog.tsx'
import { isSessionOver } from './session-end.ts'

/** "Any unsaved edit triggers a leave-page guard" (administration document, section 4): inside the app and for the window itself. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && !isSessionOver() && current.pathname + current.fullPath !== next.pathname + next.fullPath,
    enableBeforeUnload: () => dirty && !isSessionOver(),
    withResolver: true,
  })
  return (
    <LeaveGuardDialog open={blocker.status === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
  )
}
