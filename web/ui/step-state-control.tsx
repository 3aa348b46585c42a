import { IconBan, IconCheck, IconMinus, IconProgress } from '@tabler/icons-react'
import { useId } from 'react'
import './timeline.css'
import { Icon, type IconComponent } from './icon.tsx'

/** States of a timeline step on the wire: complete, not started, in progress, blocked, not applicable. */
export type StepState = 'C' | 'NS' | 'IP' | 'B' | 'NA'
type Settable = Exclude<StepState, 'NS'>

const choices: readonly (readonly [state: Settable, words: string, className: string, icon: IconComponent])[] = [
  ['IP', 'In progress', 'ip', IconProgress],
  ['C', 'Complete', 'c', IconCheck],
  ['B', 'Blocked', 'b', IconBan],
  ['NA', 'Not applicable', 'x', IconMinus],
]

type Props = {
  /** The step's title. */
  step: string
  value: StepState
  onChange: (state: StepState) => void
  /** Why a state cannot be chosen now: Exchanged without a completion date. */
  disabledReasons?: Partial<Record<Settable, string>>
  disabled?: boolean
}

/** Four icons of which at most one is chosen; not started is none. Pressing the chosen one again takes the step back to not started. */
export const StepStateControl = ({ step, value, onChange, disabledReasons = {}, disabled = false }: Props) => {
  const name = useId()
  return (
    <span className="state" role="radiogroup" aria-label={`State of ${step}`}>
      {choices.map(([state, words, className, icon]) => {
        const why = disabledReasons[state]
        return (
          <label key={state} className={className} data-tip={why ? `${words}. ${why}` : words}>
            <input
              type="radio"
              name={name}
              aria-label={why ? `${words}. ${why}` : words}
              checked={value === state}
              disabled={disabled || why !== undefined}
              onChange={() => onChange(state)}
              onClick={() => value === state && onChange('NS')}
            />
            <Icon of={icon} size={16} />
          </label>
        )
      })}
    </span>
  )
}
