import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** A screen that the role does not have. */
export const NoAccess = () => (
  <EmptyState title="You do not have this page" actions={<LinkButton to="/">Go to your first page</LinkButton>}>
    It does not belong to your role. If you need it, ask an administrator of your company.
  </EmptyState>
)
