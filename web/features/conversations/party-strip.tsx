import { daysBetween, showDays } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { describePromises } from '@gya/domain/features/conversations/conversations.rules.ts'
import { describeRoles } from '@gya/domain/features/property-contacts/parties.ts'
import { useEffect, useRef } from 'react'
import { findKey, pressedOf } from '../../lib/keys/keys.ts'
import { useMe } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { dayMonth } from '../common/short-conversations.tsx'
import { cardKeys } from './card-keys.ts'
import { usesKeys } from './keys.ts'
import { Dial } from './party-head.tsx'
import type { Party } from './use-conversation.ts'

const lastSpokeText = (day: string | null): string => {
  if (day === null) return 'Not yet'
  const days = daysBetween(day, today())
  return `${dayMonth(day)}, ${days === 0 ? 'today' : `${showDays(days)} ago`}`
}

/** Telephone, e-mail and what is known of a party in one line. `C` calls, `E` writes. */
export function PartyStrip({ party, onCall }: { party: Party; onCall: () => void }) {
  const { singleKeys } = useMe()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!singleKeys) return
    const onKey = (event: KeyboardEvent) => {
      const command = findKey(cardKeys, pressedOf(event), true)?.command
      const scheme = command === 'call' ? 'tel:' : command === 'email' ? 'mailto:' : null
      if (!scheme || event.defaultPrevented || usesKeys(event.target)) return
      strip.current?.querySelector<HTMLElement>(`a[href^="${scheme}"]`)?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [singleKeys])
  const { roles, feeAtRisk, lastSpokeOn, promises } = party
  const facts: [string, string][] = [
    ...(roles.length > 0 ? [['Acts in', describeRoles(roles)] satisfies [string, string]] : []),
    ['Fee at risk', showPounds(feeAtRisk)],
    ['Last spoke', lastSpokeText(lastSpokeOn)],
    ['Promises', describePromises(promises)],
  ]
  return (
    <div className="contact-strip" ref={strip}>
      <Dial party={party} onCall={onCall} withKeys={singleKeys} />
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
