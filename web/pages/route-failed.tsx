import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isApiError } from '../lib/api/call-api.ts'
import { typedValuesKept } from '../lib/forms/page-failure.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import './route-failed.css'

/** The code of a page could not be loaded: a new deployment may have replaced it, and browsers remember the failure until a reload. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module/i.test(error.message)

/** Shown inside the shell in place of a page that failed to load or to render. What was typed in its forms is restored by Try again. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    typedValuesKept()
    heading.current?.focus()
  }, [])
  const tryAgain = () => {
    if (isCodeMissing(error)) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <div className="state-box bad route-failed">
      <h1 ref={heading} tabIndex={-1}>
        This page could not be shown.
      </h1>
      {isApiError(error) && error.requestId !== null && <p>Request {error.requestId}</p>}
      <div className="actions">
        <Button onClick={tryAgain}>Try again</Button>
        <LinkButton to="/today">Go to Today</LinkButton>
      </div>
    </div>
  )
}
