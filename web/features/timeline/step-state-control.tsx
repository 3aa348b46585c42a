import { IconBan, IconCheck, IconMinus, IconProgress } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import './timeline.css'
import { findKey, pressedOf } from '../../lib/keys/find-key.ts'
import { Icon, type IconComponent } from '../../ui/icon.tsx'
import { timelineKeys } from './timeline-keys.ts'

/** C complete, NS not started, IP in progress, B delayed, NA not applicable. */
export type StepState = 'C' | 'NS' | 'IP' | 'B' | 'NA'
type Settable = Exclude<StepState, 'NS'>

type Choice = { state: Settable; words: string; short: string; className: string; icon: IconComponent; key: string }

const choices: readonly Choice[] = [
  { state: 'IP', words: 'In progress', short: 'In progress', className: 'ip', icon: IconProgress, key: 'I' },
  { state: 'C', words: 'Complete', short: 'Complete', className: 'c', icon: IconCheck, key: 'C' },
  { state: 'B', words: 'Delayed', short: 'Delayed', className: 'b', icon: IconBan, key: 'B' },
  { state: 'NA', words: 'Not applicable', short: 'N/A', className: 'x', icon: IconMinus, key: 'N' },
]

type Props = {
  step: string
  value: StepState
  onChange: (state: StepState) => void
  /** Shift+C: completes this step and all open steps before it. */
  onCompleteUpTo?: (() => void) | undefined
  /** Why a state is disabled, for example Exchanged without a completion date. */
  disabledReasons?: Partial<Record<Settable, string>>
  disabled?: boolean
  /** Whether letter keys act: off if single keys are switched off. */
  singleKeys?: boolean
}

/**
 * Four radio buttons; not started is none of them. Pressing the checked one again resets to not started. Enter checks the focused one and
 * does not submit the form.
 */
export const StepStateControl = (props: Props) => {
  const { step, value, onChange, onCompleteUpTo, disabledReasons = {}, disabled = false, singleKeys = true } = props
  const name = useId()
  const whyNot = (state: StepState): string | undefined => (state === 'NS' ? undefined : disabledReasons[state])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, inFocus: Settable) => {
    const command = disabled ? undefined : findKey(timelineKeys, pressedOf(event), singleKeys)?.command
    if (command === undefined) return
    event.preventDefault()
    if (command === 'up-to') return onCompleteUpTo?.()
    const state = command === 'choose' ? inFocus : command
    if (state === value || whyNot(state) !== undefined) return
    onChange(state)
    event.currentTarget.closest('.state')?.querySelector<HTMLElement>(`input[value="${state}"]`)?.focus()
  }
  return (
    <span className="state" role="radiogroup" aria-label={`State of ${step}`}>
      {choices.map(({ state, words, short, className, icon, key }) => {
        const why = whyNot(state)
        return (
          <label key={state} className={className} data-tip={why ? `${words}. ${why}` : singleKeys ? `${words} (${key})` : words}>
            <input
              type="radio"
              name={name}
              value={state}
              aria-label={why ? `${words}. ${why}` : words}
              aria-keyshortcuts={singleKeys ? key : undefined}
              checked={value === state}
              disabled={disabled || why !== undefined}
              onChange={() => onChange(state)}
              onKeyDown={(event) => onKeyDown(event, state)}
              onClick={() => value === state && onChange('NS')}
            />
            <Icon of={icon} size={14} />
            <span aria-hidden="true">{short}</span>
          </label>
        )
      })}
    </span>
  )
}
