import type { SaleRole } from '../property-contacts/parties.ts'
import type { TemplatePurpose } from './messages.model.ts'

type Candidate = {
  audience: readonly SaleRole[]
  steps: readonly number[]
  event: string | null
  purpose: TemplatePurpose
}

const stepKeyPattern = /^step:(\d+)$/

/** Returns the step keys among the keys of action items. */
export const stepsAmong = (itemKeys: readonly string[]): number[] =>
  itemKeys.flatMap((key) => {
    const step = stepKeyPattern.exec(key)?.[1]
    return step === undefined ? [] : [Number(step)]
  })

/**
 * "E-mail: template by step and audience first." [day §4](docs/design/day.md#4). Prefers a template for one of these steps, then one for
 * any step, then one that is sent manually. `undefined`: none is for this role. `templates` are those in force for one channel.
 */
export function chooseTemplate<Template extends Candidate>(
  templates: readonly Template[],
  role: SaleRole | undefined,
  steps: readonly number[],
): Template | undefined {
  const ofRole = templates.filter(
    ({ audience, purpose }) => role !== undefined && audience.includes(role) && purpose === 'general',
  )
  return (
    ofRole.find((template) => template.steps.some((step) => steps.includes(step))) ??
    ofRole.find((template) => template.steps.length > 0) ??
    ofRole.find(({ event }) => event === null)
  )
}
