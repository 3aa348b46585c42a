import { type Checklist, checklistSteps, surveyAnswers } from '@gya/domain/features/chain/checklist.ts'
import { IconCheck, IconCurrencyPound, IconMinus } from '@tabler/icons-react'
import { memo } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { stepWords, type Tick, tickOf } from './link-words.ts'

const Sign = ({ tick }: { tick: Tick }) => {
  if (tick.look === 'n') return <i aria-hidden="true" />
  return <Icon of={tick.look === 'na' ? IconMinus : tick.isCash ? IconCurrencyPound : IconCheck} size={14} />
}

type Step = (typeof checklistSteps)[number]

/** What follows on a press, beginning with what a new link has. */
const mortgagesInTurn = ['No', 'Yes', 'Cash'] as const

const after = <T,>(all: readonly T[], one: T): T => all[(all.indexOf(one) + 1) % all.length] ?? one

/** The checklist after a press on one of its ticks: done or not; a survey and a mortgage go through their answers in turn. */
export function pressed(checklist: Checklist, step: Step): Checklist {
  if (step === 'surveyBooked') return { ...checklist, surveyBooked: after(surveyAnswers, checklist.surveyBooked) }
  if (step === 'mortgageOffer') return { ...checklist, mortgageOffer: after(mortgagesInTurn, checklist.mortgageOffer) }
  return { ...checklist, [step]: !checklist[step] }
}

type Props = {
  checklist: Checklist
  /** Where the ticks are entered by hand, and the link is open. */
  onChange?: ((checklist: Checklist) => void) | undefined
}

/** "Each link's checklist as a row of small ticks, readable without opening." How it looks and feels, "Chain". */
export const LinkTicks = memo(({ checklist, onChange }: Props) => (
  <ol className="ticks">
    {checklistSteps.map((step) => {
      const tick = tickOf(checklist, step)
      const shown = (
        <>
          <Sign tick={tick} />
          <span>{stepWords[step]}</span>
          <b>{tick.words}</b>
        </>
      )
      return (
        <li key={step} className={tick.look}>
          {onChange ? (
            <button type="button" onClick={() => onChange(pressed(checklist, step))}>
              {shown}
            </button>
          ) : (
            shown
          )}
        </li>
      )
    })}
  </ol>
))
