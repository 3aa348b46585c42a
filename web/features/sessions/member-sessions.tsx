import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import {
  endMemberSession,
  endMemberSessions,
  endPlatformSession,
  endPlatformSessions,
  listMemberSessions,
  listPlatformSessions,
} from '@gya/domain/features/sessions/sessions.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { ApiError } from '../../platform/api.ts'
import { useCall } from '../../platform/use-call.ts'
import { refusalText, type Save, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { SessionList } from './session-list.tsx'
import { sessionEnded, sessionsEnded } from './sessions.messages.ts'

type SessionsResponse = Wire<typeof listMemberSessions, 'response'>
type SessionsPanelProps = {
  fullName: string
  list: { data: SessionsResponse | undefined; error: ApiError | null; refetch: () => unknown }
  one: Pick<Save<Endpoint>, 'overlay' | 'error'>
  all: Pick<Save<Endpoint>, 'overlay' | 'error' | 'pending' | 'reset'>
  endOne: (sessionId: string) => Promise<unknown>
  /** Resolves to null when it was refused. */
  endAll: () => Promise<unknown>
}

function SessionsPanel({ fullName, list: { data, error, refetch }, one, all, endOne, endAll }: SessionsPanelProps) {
  const [ending, setEnding] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const end = async (sessionId: string) => {
    setEnding(sessionId)
    await endOne(sessionId)
    setEnding(null)
  }
  const endEverywhere = async () => {
    if ((await endAll()) !== null) setAsked(false)
  }
  return (
    <FormPanel title="Where they are signed in">
      {one.overlay}
      {all.overlay}
      {one.error && <Notice tone="bad">{refusalText(one.error, sessionEnded.failure)}</Notice>}
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
          error={all.error ? refusalText(all.error, sessionsEnded.failure) : null}
          onConfirm={() => void endEverywhere()}
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

/** Where a member of the company is signed in, for its administrators. */
export function MemberSessions({ companyId, userId, fullName }: { companyId: string; userId: string; fullName: string }) {
  const list = useCall(listMemberSessions, { params: { companyId }, query: { userId } })
  const one = useSave(endMemberSession, sessionEnded)
  const all = useSave(endMemberSessions, sessionsEnded)
  return (
    <SessionsPanel
      {...{ fullName, list, one, all }}
      endOne={(sessionId) => one.save({ params: { companyId, sessionId } })}
      endAll={() => all.save({ params: { companyId }, query: { userId } })}
    />
  )
}

/** Where an administrator of the platform is signed in, for the other administrators. */
export function PlatformSessions({ userId, fullName }: { userId: string; fullName: string }) {
  const list = useCall(listPlatformSessions, { params: { userId } })
  const one = useSave(endPlatformSession, sessionEnded)
  const all = useSave(endPlatformSessions, sessionsEnded)
  return (
    <SessionsPanel
      {...{ fullName, list, one, all }}
      endOne={(sessionId) => one.save({ params: { userId, sessionId } })}
      endAll={() => all.save({ params: { userId } })}
    />
  )
}
