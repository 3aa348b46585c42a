import { daysBetween, showDays } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { describePromises } from '@gya/domain/features/conversations/conversations.rules.ts'
import { describeRoles } from '@gya/domain/features/property-contacts/parties.ts'
import { useEffect, useRef } from 'react'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { useMay, useMe } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { usesKeys } from '../../lib/uses-keys.ts'
import { dayMonth } from '../common/short-conversations.tsx'
import { cardKeys } from './card-keys.ts'
import { addressOf, Dial } from './party-head.tsx'
import type { Party } from './use-conversation.ts'

const lastSpokeText = (day: string | null): string => {
  if (day === null) return 'Not yet'
  const days = daysBetween(day, today())
  return `${dayMonth(day)}, ${days === 0 ? 'today' : `${showDays(days)} ago`}`
}

/** Contact details and key facts of a party in one line. `C` calls, `E` writes. */
export function PartyStrip({ party, onCall, onEmail }: { party: Party; onCall: () => void; onEmail: () => void }) {
  const { singleKeys } = useMe()
  const mayWrite = useMay('day.work')
  const strip = useRef<HTMLDivElement>(null)
  const latest = useRef(onEmail)
  latest.current = onEmail
  const canWrite = mayWrite && addressOf(party) !== ''
  useEffect(() => {
    if (!singleKeys) return
    const onKey = (event: KeyboardEvent) => {
      const command = findKey(cardKeys, pressedOf(event), true)?.command
      if ((command !== 'call' && command !== 'email') || event.defaultPrevented || usesKeys(event.target)) return
      if (command === 'email' && canWrite) {
        // Prevents the letter from being typed into the field that the dialog focuses.
        event.preventDefault()
        latest.current()
        return
      }
      const scheme = command === 'call' ? 'tel:' : 'mailto:'
      strip.current?.querySelector<HTMLElement>(`a[href^="${scheme}"]`)?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [singleKeys, canWrite])
  const { roles, feeAtRisk, lastSpokeOn, promises } = party
  const facts: [string, string][] = [
    ...(roles.length > 0 ? [['Acts in', describeRoles(roles)] satisfies [string, string]] : []),
    ['Fee at risk', showPounds(feeAtRisk)],
    ['Last spoke', lastSpokeText(lastSpokeOn)],
    ['Promises', describePromises(promises)],
  ]
  return (
    <div className="contact-strip" ref={strip}>
      <Dial party={party} onCall={onCall} onEmail={mayWrite ? onEmail : undefined} withKeys={singleKeys} />
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
