import { type Checklist, checklistSteps } from '@gya/domain/features/chain/checklist.ts'
import { IconCheck, IconCurrencyPound, IconMinus } from '@tabler/icons-react'
import { memo } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { stepWords, type Tick, tickOf } from './link-words.ts'

const Sign = ({ tick }: { tick: Tick }) => {
  if (tick.look === 'n') return <i aria-hidden="true" />
  return <Icon of={tick.look === 'na' ? IconMinus : tick.isCash ? IconCurrencyPound : IconCheck} size={14} />
}

/** "Each link's checklist as a row of small ticks, readable without opening." How it looks and feels, "Chain". */
export const LinkTicks = memo(({ checklist }: { checklist: Checklist }) => (
  <ol className="ticks">
    {checklistSteps.map((step) => {
      const tick = tickOf(checklist, step)
      return (
        <li key={step} className={tick.look}>
          <Sign tick={tick} />
          <span>{stepWords[step]}</span>
          <b>{tick.words}</b>
        </li>
      )
    })}
  </ol>
))
