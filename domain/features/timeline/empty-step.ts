import type { StepDefinition } from './step-definitions.ts'
import type { Step } from './timeline.model.ts'

/** A step as the product defines it, not started and without data. */
export const emptyStep = (definition: StepDefinition): Step => ({
  ...definition,
  description: '',
  state: 'NS',
  startedOn: null,
  completedOn: null,
  blockedOn: null,
  dueOn: null,
  dueReason: '',
  wasAutoSetToInProgress: false,
  because: null,
  actioned: false,
  updatedOn: null,
  survey: null,
})
