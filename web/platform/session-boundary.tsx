import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Gate } from '../layouts/gate.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TopProgress } from '../ui/top-progress.tsx'
import { clearResponseCache } from './kept-answers.ts'
import { logoutPendingText, retryLogout } from './pending-logout.ts'
import { queryClient } from './query-client.ts'
import { sessionEnd, watchSession } from './session-end.ts'

/** Shows the app while somebody is signed in; afterwards its content and all cached answers are gone. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const ended = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get)
  useEffect(watchSession, [])
  useEffect(() => {
    if (!ended) return
    queryClient.clear()
    clearResponseCache()
  }, [ended])
  if (ended === 'logout-pending') return <LogoutPending />
  return ended ? <TopProgress active /> : children
}

/** The logout did not reach the server. It is retried while this page is open, and by the sign-in page after that. */
function LogoutPending() {
  const [told, setTold] = useState(false)
  useEffect(() => retryLogout(() => setTold(true)), [])
  return (
    <Gate company={null} title="Signed out" onSubmit={() => location.replace('/login')}>
      <Notice tone={told ? 'good' : 'warn'}>{told ? 'Signed out.' : logoutPendingText}</Notice>
      <Button variant="primary" size="l" type="submit">
        Sign in
      </Button>
    </Gate>
  )
}
