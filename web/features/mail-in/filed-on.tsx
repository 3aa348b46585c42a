import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { useState } from 'react'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { WireMail } from './message-view.tsx'
import { MoveDialog } from './move-dialog.tsx'

type Props = { companyId: string; mail: WireMail | undefined; onMove: (propertyIds: string[]) => void }

/** The sales that an e-mail of the list *Filed* is on, and why. */
export function FiledOn({ companyId, mail, onMove }: Props) {
  const to = useScopedPath()
  const [moving, setMoving] = useState(false)
  return (
    <section className="which" aria-label="Filed on" aria-busy={!mail}>
      <h2>Filed on</h2>
      <ol>
        {mail?.sales.map(({ propertyId, branchId, address, words, filedOn, filedBy }) => (
          <li key={propertyId} className="which-sale">
            <Link to={to('/property/emails', { branch: branchId, property: propertyId }, { message: mail._id })}>
              <b>{address.line1}</b>
            </Link>
            <span className="mut">
              {words && `${words}, `}
              {filedBy ? `by ${filedBy} on ` : 'by itself on '}
              {showDate(londonDay(filedOn))}
            </span>
          </li>
        ))}
      </ol>
      <Button aria-haspopup="dialog" disabledReason={mail ? null : 'Wait for the e-mail'} onClick={() => setMoving(true)}>
        Move…
      </Button>
      {moving && mail && <MoveDialog companyId={companyId} mail={mail} onMove={onMove} onClose={() => setMoving(false)} />}
    </section>
  )
}
