import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { logOut } from './session.tsx'

/** A screen that the role does not have, or a vendor in the agents' app. */
export const NoAccess = ({ vendor = false }: { vendor?: boolean }) =>
  vendor ? (
    <main className="gate" id="content">
      <EmptyState title="This app is for estate agents" actions={<Button onClick={() => void logOut()}>Logout</Button>}>
        The progress of your own sale has an app of its own. Your agent tells you when it is open for you.
      </EmptyState>
    </main>
  ) : (
    <EmptyState title="You do not have this page" actions={<LinkButton to="/">Go to your first page</LinkButton>}>
      It does not belong to your role. If you need it, ask an administrator of your company.
    </EmptyState>
  )
