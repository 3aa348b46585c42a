import { updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { startPage } from '@gya/domain/features/sign-in/home-path.ts'
import { useState } from 'react'
import { useSave } from '../../lib/forms/use-save.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const messages = {
  success: { title: 'Saved.', text: 'You can change it in your profile.' },
  failure: { title: 'This could not be saved', text: 'Please try again.' },
}

/** Asks once whether Today should be the first page after signing in. The answer can be changed in the profile. */
export function StartHere() {
  const me = useMe()
  const [answered, setAnswered] = useState(false)
  const saving = useSave(updateOwnAccount, messages)
  // Platform admins start with the list of companies.
  if (me.company === null) return null
  const answer = async (screen: 'today' | 'properties') => {
    if ((await saving.save({ body: { startsWith: screen } })) !== null) setAnswered(true)
  }
  return (
    <>
      {saving.overlay}
      {me.startsWith === null && startPage(me) !== 'today' && !answered && (
        <div className="today-ask">
          <Notice
            title="Start here from now on?"
            action={
              <>
                <Button size="s" pending={saving.pending} onClick={() => void answer('today')}>
                  Yes, start with Today
                </Button>
                <Button
                  size="s"
                  onClick={() => void answer('properties')}
                  disabledReason={saving.pending ? 'Please wait...' : null}
                >
                  No, with the properties
                </Button>
              </>
            }
          />
        </div>
      )}
    </>
  )
}
