import { IconCheck } from '@tabler/icons-react'
import { Icon } from '../ui/icon.tsx'
import type { PartySale } from './party-api.ts'

const looks = { ready: 'ok', waiting: 'wt', own: 'me', end: 'end' }

/** The chain without names, from the buyer's end to the top. */
export const ChainOfSale = ({ lines }: { lines: PartySale['chain'] }) => (
  <section className="chn" aria-labelledby="party-chain">
    <h2 id="party-chain">The chain</h2>
    <ol>
      {lines.map(({ title, words, state }) => (
        <li key={title} className={looks[state]}>
          <i>{state === 'ready' && <Icon of={IconCheck} size={12} />}</i>
          <span>
            <b>{title}</b>
            <small>{words}</small>
          </span>
        </li>
      ))}
    </ol>
  </section>
)
