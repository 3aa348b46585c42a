import { type Checklist, checklistSteps, surveyAnswers } from '@gya/domain/features/chain/checklist.ts'
import { IconCheck, IconCurrencyPound, IconMinus } from '@tabler/icons-react'
import { memo } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { stepLabels, type Tick, tickOf } from './link-words.ts'

const TickIcon = ({ tick }: { tick: Tick }) => {
  if (tick.look === 'n') return <i aria-hidden="true" />
  return <Icon of={tick.look === 'na' ? IconMinus : tick.isCash ? IconCurrencyPound : IconCheck} size={14} />
}

type ChecklistStepKey = (typeof checklistSteps)[number]

/** What follows on a press, beginning with what a new link has. */
const mortgageAnswers = ['No', 'Yes', 'Cash'] as const

const nextOf = <T,>(all: readonly T[], one: T): T => all[(all.indexOf(one) + 1) % all.length] ?? one

/** The checklist after a press on one of its ticks: done or not; a survey and a mortgage go through their answers in turn. */
export function advanceStep(checklist: Checklist, step: ChecklistStepKey): Checklist {
  if (step === 'surveyBooked') return { ...checklist, surveyBooked: nextOf(surveyAnswers, checklist.surveyBooked) }
  if (step === 'mortgageOffer') return { ...checklist, mortgageOffer: nextOf(mortgageAnswers, checklist.mortgageOffer) }
  return { ...checklist, [step]: !checklist[step] }
}

type LinkTicksProps = {
  checklist: Checklist
  /** Where the ticks are entered by hand, and the link is open. */
  onChange?: ((checklist: Checklist) => void) | undefined
}

/** "Each link's checklist as a row of small ticks, readable without opening." How it looks and feels, "Chain". */
export const LinkTicks = memo(({ checklist, onChange }: LinkTicksProps) => (
  <ol className="ticks">
    {checklistSteps.map((step) => {
      const tick = tickOf(checklist, step)
      const shown = (
        <>
          <TickIcon tick={tick} />
          <span>{stepLabels[step]}</span>
          <b>{tick.words}</b>
        </>
      )
      return (
        <li key={step} className={tick.look}>
          {onChange ? (
            <button type="button" onClick={() => onChange(advanceStep(checklist, step))}>
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
