import { DomainError } from '../../error-catalogue.ts'
import { findStep, type StepKey } from './step-definitions.ts'
import type { Step, Timeline } from './timeline.model.ts'

/**
 * "Updating a timeline element that does not exist is an internal error" ([reports §4](docs/design/reports.md#4)): throws
 * STEP_NOT_FOUND.
 */
export const stepOf = (timeline: Timeline, key: StepKey): Step => {
  const step = findStep(timeline, key)
  if (!step) throw new DomainError('STEP_NOT_FOUND')
  return step
}
