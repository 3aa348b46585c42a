import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, TimestampInput } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { TimelineChange } from '../timeline/timeline.schemas.ts'

/**
 * Reference of an action item: the id of the property (for a task without a sale, of the task) and its key, such as `step:32` or `news`.
 */
const ActionItemRef = z.strictObject({
  subjectId: Id,
  key: z
    .string()
    .max(60, 'Invalid action item.')
    .regex(/^[a-z]+(:[0-9a-z-]+)?$/, 'Invalid action item.'),
})
export type ActionItemRef = z.output<typeof ActionItemRef>

const actionItems = z
  .array(ActionItemRef)
  .min(1, 'Choose at least one.')
  .max(100, 'Choose at most 100.')
  .refine((items) => new Set(items.map(({ subjectId, key }) => `${subjectId} ${key}`)).size === items.length, 'Choose each once.')

/** `description` lists what was done and what it started, for the message with Undo. */
const changed = { undoId: Id, description: z.string() }

export const snoozeActionItems = endpoint({
  method: 'POST',
  path: '/today/:companyId/snooze',
  permission: 'day.work',
  summary: 'Snooze action items for at most 90 days, silence for at most 7 days. Atomic.',
  params: companyParams,
  body: z.strictObject({ actionItems, until: TimestampInput }),
  response: z.object(changed),
})

export const unsnoozeActionItems = endpoint({
  method: 'POST',
  path: '/today/:companyId/unsnooze',
  permission: 'day.work',
  summary: 'End the snooze of action items. Atomic.',
  params: companyParams,
  body: z.strictObject({ actionItems }),
  response: z.object(changed),
})

export const completeActionItems = endpoint({
  method: 'POST',
  path: '/today/:companyId/done',
  permission: 'day.work',
  summary:
    'Complete action items by the ordinary rules; returns the further changes made by rules, with their reasons. All or none.',
  params: companyParams,
  body: z.strictObject({ actionItems }),
  response: z.object({
    ...changed,
    /** Changed steps: first the completed ones, then those changed by rules. */
    changed: z.array(TimelineChange.extend({ propertyId: Id, title: z.string() })),
  }),
})
