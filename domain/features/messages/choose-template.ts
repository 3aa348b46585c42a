import type { SaleRole } from '../property-contacts/parties.ts'
import type { TemplatePurpose } from './messages.model.ts'

type Candidate = {
  audience: readonly SaleRole[]
  steps: readonly number[]
  event: string | null
  purpose: TemplatePurpose
}

const stepKeyPattern = /^step:(\d+)$/

/** The steps among the keys of action items. */
export const stepsAmong = (itemKeys: readonly string[]): number[] =>
  itemKeys.flatMap((key) => {
    const step = stepKeyPattern.exec(key)?.[1]
    return step === undefined ? [] : [Number(step)]
  })

/**
 * "E-mail: template by step and audience first." Day design, section 4. For one of these steps, else for any step, else one
 * that is sent by hand; undefined: none is for this role. `templates` are those in force, of one channel.
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
