import { OwnFactors } from '../../features/second-factors/own-factors.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { logOut } from '../../lib/session/session-end.ts'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { SignInFrame } from '../shell/sign-in-frame.tsx'

/** The only screen of a user who must set up a second factor first. */
export function SetUpFactor({ isDone, onContinue }: { isDone: boolean; onContinue: () => void }) {
  const me = useMe()
  return (
    <SignInFrame company={me.company && { name: me.company.name, logoUrl: undefined }}>
      <div className="set-up-factor">
        <h1 tabIndex={-1}>Set up a second factor</h1>
        <p className="mut">
          {me.company
            ? 'Your company asks for a second factor. Set one up to continue.'
            : 'Platform administrators sign in with a second factor. Set one up to continue.'}
        </p>
        <FormPanel title="Second factor">
          <OwnFactors />
        </FormPanel>
        <Button
          variant="primary"
          size="l"
          disabledReason={isDone ? null : 'Add an authenticator app or a passkey first'}
          onClick={onContinue}
        >
          Continue
        </Button>
        <Button variant="quiet" onClick={() => void logOut()}>
          Logout
        </Button>
      </div>
    </SignInFrame>
  )
}
