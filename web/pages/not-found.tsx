import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'

export const PageNotFound = () => (
  <EmptyState title="There is no such page" actions={<LinkButton to="/">Go to your first page</LinkButton>}>
    The address may be old or mistyped.
  </EmptyState>
)

/** A page failed to load or to render; a new deployment may have replaced its code. */
export const PageFailed = () => <ErrorState onRetry={() => location.reload()} />
