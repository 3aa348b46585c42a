import { type SaleRole, saleRoleLabels, sideOf } from '../property-contacts/parties.ts'
import { partyRoles } from '../property-contacts/property-contacts.rules.ts'
import { fieldsIn } from './merge-text.ts'
import type { TemplatePurpose } from './messages.model.ts'

type Words = { subject: string; body: string }

type Candidate = Words & {
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

/** The same profession on the other side: a solicitor of either side reads a text that names the side by its field. */
const profession = (role: SaleRole): string => (role in partyRoles ? partyRoles[role as keyof typeof partyRoles].part : role)

/** Whether the words suit a role: one of the audience or, where they name the side by `{side}`, of the same profession. */
const suits = ({ audience, ...words }: Words & { audience: readonly SaleRole[] }, role: SaleRole): boolean =>
  audience.includes(role) || (fieldsIn(words).includes('side') && audience.some((one) => profession(one) === profession(role)))

/**
 * "E-mail: template by step and audience first." [day §4](docs/design/day.md#4). Prefers a template for one of these steps, then one for
 * any step, then one that is sent manually; of equal ones, one whose audience has all roles. `undefined`: none suits all roles.
 * `roles`: those of all recipients in the sales of the message. `templates` are those in force for one channel.
 */
export function chooseTemplate<Template extends Candidate>(
  templates: readonly Template[],
  roles: readonly SaleRole[],
  steps: readonly number[],
): Template | undefined {
  const suitable = templates
    .filter((template) => template.purpose === 'general' && roles.length > 0 && roles.every((role) => suits(template, role)))
    .toSorted((a, b) => Number(isForAll(b, roles)) - Number(isForAll(a, roles)))
  return (
    suitable.find((template) => template.steps.some((step) => steps.includes(step))) ??
    suitable.find((template) => template.steps.length > 0) ??
    suitable.find(({ event }) => event === null)
  )
}

const isForAll = ({ audience }: Candidate, roles: readonly SaleRole[]): boolean => roles.every((role) => audience.includes(role))

/**
 * Why a template is not for a message: it is written for one side, and the recipient is on the other in these sales. A text of one's own,
 * and one that names the side by `{side}`, is for both.
 */
export function whyNotForSide(
  template: Words & { audience: readonly SaleRole[] },
  sales: readonly { line1: string; roles: readonly SaleRole[] }[],
): string | null {
  const sides = new Set(template.audience.map(sideOf))
  if (sides.size !== 1 || sides.has(null) || fieldsIn(template).includes('side')) return null
  const isOther = (role: SaleRole) => sideOf(role) !== null && !sides.has(sideOf(role))
  const other = sales.filter(({ roles }) => roles.some(isOther))
  const [role] = other.flatMap(({ roles }) => roles.filter(isOther))
  if (role === undefined) return null
  return `This template is for the other side: the recipient is the ${saleRoleLabels[role].toLowerCase()} of ${other.map(({ line1 }) => line1).join(', ')}.`
}
