import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LeaveGuardDialog } from '../../ui/overlays/leave-guard-dialog.tsx'
import { isSessionEnded } from '../session/session-end.ts'
import { markUnsaved } from './unsaved-edits.ts'

/** Identifies a page: another property in the URL is another page, an open panel is not. */
const addressOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  `${pathname}?${JSON.stringify({ ...search, panel: undefined })}`

type Page = { pathname: string; search: object }
type Props = {
  dirty: boolean
  /** Pages on which the edits are kept: navigating there requires no confirmation. */
  stays?: ((next: Page) => boolean) | undefined
}

/**
 * "Any unsaved edit triggers a leave-page guard" ([administration §4](docs/design/administration.md#4)): for navigation in the app and for
 * closing the window.
 */
export function LeaveGuard({ dirty, stays }: Props) {
  useEffect(() => (dirty ? markUnsaved() : undefined), [dirty])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !isSessionEnded() && addressOf(current) !== addressOf(next) && !stays?.(next),
    // `markUnsaved` asks.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <LeaveGuardDialog open={blocker.status === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />
  )
}
