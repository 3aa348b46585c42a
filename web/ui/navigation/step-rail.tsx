import './step-rail.css'
import { IconCheck } from '@tabler/icons-react'
import { Icon } from '../icon.tsx'

export type RailStep = {
  key: string
  title: string
  /** Shown below the title: the progress. */
  words?: string
  isDone: boolean
  isCurrent: boolean
  /** Opens the step. Undefined: it cannot be selected. */
  onOpen?: () => void
}

/** The steps of a task, each with its number, or a tick once it is done. */
export const StepRail = ({ steps }: { steps: readonly RailStep[] }) => (
  <ol className="step-rail" aria-label="Steps">
    {steps.map((step, at) => (
      <li key={step.key}>
        {step.onOpen ? (
          <button type="button" aria-current={step.isCurrent ? 'step' : undefined} onClick={step.onOpen}>
            <StepWords step={step} at={at} />
          </button>
        ) : (
          <div aria-current={step.isCurrent ? 'step' : undefined}>
            <StepWords step={step} at={at} />
          </div>
        )}
      </li>
    ))}
  </ol>
)

const StepWords = ({ step: { title, words, isDone }, at }: { step: RailStep; at: number }) => (
  <>
    <span className={isDone ? 'number done' : 'number'}>
      {isDone ? <Icon of={IconCheck} size={14} /> : at + 1}
      {isDone && <span className="vh">Done:</span>}
    </span>
    <span>
      <b>{title}</b>
      {words && <small className="tnum">{words}</small>}
    </span>
  </>
)
