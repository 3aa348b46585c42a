import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { useMe } from '../../lib/session/session.tsx'
import { usesKeys } from '../../lib/uses-keys.ts'
import { IconLinkButton } from '../../ui/button.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { cardKeys } from './card-keys.ts'

type Props = {
  /** URLs of the full cards of Today's groups in order; `null` for the current one. */
  cards: readonly (string | null)[]
  /** Last known index of the current group; `null` if it was never listed. */
  lastAt: number | null
  /** URL of the list. */
  list: string
}

/**
 * "Up and down go to the next group of Today", by button and by arrow key outside fields. J and K work as in Today; Escape returns to
 * the list.
 */
export function GroupNavigation({ cards, lastAt, list }: Props) {
  const { singleKeys } = useMe()
  const follow = useFollowLink()
  const at = cards.indexOf(null)
  const isListed = at >= 0
  // If the current group is no longer listed, the next group has its index.
  const place = isListed ? at : (lastAt ?? cards.length)
  const [previous, next] = lastAt === null ? [] : [cards[place - 1], cards[isListed ? at + 1 : place]]
  const latest = useRef({ previous, next, list, singleKeys, follow })
  latest.current = { previous, next, list, singleKeys, follow }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || usesKeys(event.target)) return
      const { next, previous, list, singleKeys } = latest.current
      const command = findKey(cardKeys, pressedOf(event), singleKeys)?.command
      const to = { next, previous, list }[command as string]
      if (!to) return
      event.preventDefault()
      latest.current.follow(to)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (lastAt === null) return null
  return (
    <nav className="group-nav" aria-label="Groups of Today">
      <span className="mut t12">
        {isListed ? `Group ${at + 1} of ${cards.length}` : `${cards.length === 1 ? '1 group' : `${cards.length} groups`} left`}
      </span>
      {previous && <IconLinkButton to={previous} icon={IconChevronUp} label="Previous group" size="s" />}
      {next && <IconLinkButton to={next} icon={IconChevronDown} label="Next group" size="s" />}
    </nav>
  )
}
