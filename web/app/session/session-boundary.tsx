import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { dropEarlyAnswers } from '../../lib/api/early-answers.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { clearResponseCache } from '../../lib/api/response-cache.ts'
import { logoutPendingText, retryLogout } from '../../lib/session/pending-logout.ts'
import { sessionEnd, watchSession } from '../../lib/session/session-end.ts'
import { Button } from '../../ui/button.tsx'
import { TopProgress } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Gate } from '../shell/sign-in-frame.tsx'

/** Shows the app during a session. When it ends, removes the content and all cached responses. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const ended = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get)
  useEffect(watchSession, [])
  useEffect(() => {
    if (!ended) return
    queryClient.clear()
    clearResponseCache()
    dropEarlyAnswers()
  }, [ended])
  if (ended === 'logout-pending') return <LogoutPending />
  return ended ? <TopProgress active /> : children
}

/** The logout did not reach the server. This page, and then the sign-in page, retry it. */
function LogoutPending() {
  const [confirmed, setConfirmed] = useState(false)
  useEffect(() => retryLogout(() => setConfirmed(true)), [])
  return (
    <Gate company={null} title="Signed out" onSubmit={() => location.replace('/login')}>
      <Notice tone={confirmed ? 'good' : 'warn'}>{confirmed ? 'Signed out.' : logoutPendingText}</Notice>
      <Button variant="primary" size="l" type="submit">
        Sign in
      </Button>
    </Gate>
  )
}
