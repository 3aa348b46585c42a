import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { WireProperty } from './contacts-values.ts'

export type SetAsideSide = NonNullable<WireProperty['buyerSideSetAside']>

type Props = { side: SetAsideSide; buyer: string; onTakeOver: (side: SetAsideSide) => void }

/** Contacts that were entered before the offer was accepted, and may be another bidder's: taken over only by a person. */
export function SetAsideNotice({ side, buyer, onTakeOver }: Props) {
  const firms = [side.solicitor, side.mBroker].flatMap((party) => party?.contact.name ?? [])
  const people = side.additionalContacts.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const entered = [...firms, ...people, ...(side.other ? ['notes'] : [])]
  return (
    <Notice
      tone="warn"
      title="Contacts entered before the offer was accepted were set aside"
      action={
        <Button size="s" onClick={() => onTakeOver(side)}>
          Use these contacts
        </Button>
      }
    >
      {`${new Intl.ListFormat('en-GB').format(entered)}: it is not known whether they act for ${buyer || 'this buyer'} or for another bidder.`}
    </Notice>
  )
}
