import { londonDay } from '@gya/domain/common/dates.ts'
import { IconCircleCheck, IconCircleX, IconHourglass, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { shortDay } from '../vendor-portal/format.ts'
import { type PartySale, takeBack } from './party-api.ts'
import type { SaleProps } from './sale-of-party.tsx'

type Own = PartySale['proposals'][number]

const signs = {
  open: IconHourglass,
  accepted: IconCircleCheck,
  declined: IconCircleX,
  'taken-back': IconRotate,
  overtaken: IconRotate,
}

function becameOf({ state, createdOn, decidedOn, isForExpectedDay, reason, note }: Own): string {
  const sent = shortDay(londonDay(createdOn))
  const decided = decidedOn === null ? '' : shortDay(londonDay(decidedOn))
  if (state === 'open') return `You proposed it on ${sent}. Not confirmed yet.`
  if (state === 'accepted') return `${isForExpectedDay ? 'Noted as the expected day' : 'Confirmed'} on ${decided}.`
  if (state === 'declined') return `Declined on ${decided}: ${reason}`
  if (state === 'taken-back') return `You took it back on ${decided}.`
  return note ? `The agent has this as done on ${shortDay(note)}.` : 'Something newer took its place.'
}

/** Number shown initially; older ones on request. */
const most = 5

/** Proposals of the party and their outcome. */
export function OwnProposals({ sale, token, onSale, onEnded }: SaleProps) {
  const [all, setAll] = useState(false)
  const [pending, setPending] = useState<string | null>(null)
  const [error, setError] = useState('')
  if (sale.proposals.length === 0) return null
  const take = async (id: string) => {
    setPending(id)
    const answer = await takeBack(token, id)
    setPending(null)
    setError(answer.ok ? '' : answer.message)
    if (answer.ok) onSale(answer.read)
    else if (answer.isEnded) onEnded(answer)
  }
  return (
    <section className="sent" aria-labelledby="party-sent">
      <h2 id="party-sent">What you sent</h2>
      <ul>
        {sale.proposals.slice(0, all ? undefined : most).map((one) => (
          <li key={one._id} className={one.state}>
            <Icon of={signs[one.state]} size={16} />
            <span>
              <b>{one.words}</b>
              {one.text && <span className="said">{one.text}</span>}
              <small>{becameOf(one)}</small>
            </span>
            {one.state === 'open' && (
              <Button
                variant="quiet"
                size="s"
                className="p44"
                pending={pending === one._id}
                aria-label={`Take back: ${one.words}`}
                onClick={() => void take(one._id)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      {sale.proposals.length > most && (
        <Button variant="quiet" className="p44 more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${sale.proposals.length}`}
        </Button>
      )}
    </section>
  )
}
