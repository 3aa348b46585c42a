import { endMemberSession, endMemberSessions, listMemberSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../platform/use-call.ts'
import { inWords, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { SessionList } from './session-list.tsx'
import { sessionEnded, sessionsEnded } from './sessions.messages.ts'

type Props = { companyId: string; userId: string; fullName: string }

/** Where a member of the company is signed in, for its administrators. */
export function MemberSessions({ companyId, userId, fullName }: Props) {
  const { data, error, refetch } = useCall(listMemberSessions, { params: { companyId }, query: { userId } })
  const one = useSave(endMemberSession, sessionEnded)
  const all = useSave(endMemberSessions, sessionsEnded)
  const [ending, setEnding] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    await one.save({ params: { companyId, sessionId } })
    setEnding(null)
  }
  const endAll = async () => {
    if ((await all.save({ params: { companyId }, query: { userId } })) !== null) setAsked(false)
  }
  return (
    <FormPanel title="Where they are signed in">
      {one.overlay}
      {all.overlay}
      {one.error && <Notice tone="bad">{inWords(one.error, sessionEnded.failure)}</Notice>}
      {!data ? (
        error ? (
          <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
        ) : (
          <SkeletonLines lines={2} />
        )
      ) : data.data.length === 0 ? (
        <p className="mut">{fullName} is not signed in anywhere.</p>
      ) : (
        <>
          <SessionList sessions={data.data} ending={ending} onEnd={({ _id }) => void end(_id)} />
          <p>
            <Button variant="danger" onClick={() => setAsked(true)}>
              Sign out everywhere
            </Button>
          </p>
        </>
      )}
      {createPortal(
        <ConfirmDialog
          open={asked}
          title={`Sign ${fullName} out everywhere?`}
          confirmLabel="Sign out everywhere"
          danger
          pending={all.pending}
          error={all.error ? inWords(all.error, sessionsEnded.failure) : null}
          onConfirm={() => void endAll()}
          onCancel={() => {
            setAsked(false)
            all.reset()
          }}
        >
          <p>Every session ends with the next click. They can sign in again with their password.</p>
        </ConfirmDialog>,
        document.body,
      )}
    </FormPanel>
  )
}
