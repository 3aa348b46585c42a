import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LeaveGuardDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { isSessionEnded } from '../session/session-end.ts'
import { panelParameter } from '../url-state/use-panel-param.ts'
import { markUnsaved } from './unsaved-edits.ts'

/** A place in the app: the same screen with another property in its address is another place; a panel opened over it is not. */
const addressOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  `${pathname}?${JSON.stringify({ ...search, [panelParameter]: undefined })}`

/** "Any unsaved edit triggers a leave-page guard" (administration document, section 4): inside the app and for the window itself. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !isSessionEnded() && addressOf(current) !== addressOf(next),
    enableBeforeUnload: () => dirty && !isSessionEnded(),
    withResolver: true,
  })
  return (
    <LeaveGuardDialog open={blocker.status === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
  )
}
