import { z } from 'zod'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { Id, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Branch } from '../branches/branches.contract.ts'
import { Among } from './among.ts'
import { Held } from './assignment.schemas.ts'
import { assignRules, maxShared, shareLimits, shareRules } from './choose-progressor.ts'

/** `sales`: sold and exchanged ones in the company. */
const Candidate = z.object({ _id: Id, name: z.string(), sales: z.int() })

export const saveAssignRule = endpoint({
  method: 'PUT',
  path: '/branch/:companyId/:branchId/assign-rule',
  permission: 'branch.edit',
  summary:
    'Choose who runs new sales of a branch: nobody, the negotiator of the property, people in turn, or whoever has the fewest sales. With an empty `among`, the turn and the fewest sales are among branch admins, branch staff and progressors of the branch, else everybody who may run its sales; the negotiator may be anybody who may.',
  params: branchParams,
  body: z.strictObject({
    rule: z.enum(assignRules, 'There is no such rule.'),
    among: Among,
    version: Version.optional(),
  }),
  response: Branch,
})

export const readProgressorChoice = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/progressor',
  permission: 'property.edit',
  summary:
    'Who may run a sale, by name, with their sales, and whom the rule of the branch would choose now, else the caller if they may run it. `progressor` already runs it and is not replaced by an acceptance.',
  params: propertyParams,
  response: z.object({
    progressor: Candidate.nullable(),
    suggested: Id.nullable(),
    people: z.array(Candidate),
  }),
})

export const shareSales = endpoint({
  method: 'POST',
  path: '/property/share/:companyId',
  permission: 'sale.share',
  summary:
    'Share sales among people: whoever has the fewest, in turn, or each to its negotiator; sales and homes for sale are each balanced by themselves. `propertyIds` names the sales; `from` takes those of a person that are not completed, or the sold and exchanged ones of nobody. With `preview`, nothing is saved; its `seen` makes the save refuse if somebody else would get a sale, or would lose it (`BULK_CHANGED`). With `moveTasks`, open tasks of the previous progressors on these sales move along; for an administrator who gives everything of one person to one other, all of their open tasks that the other may have.',
  params: companyParams,
  body: z
    .strictObject({
      propertyIds: z.array(Id).min(1, 'Choose at least one sale.').max(maxShared, `Share at most ${maxShared} sales.`).optional(),
      from: z.union([z.literal('nobody'), Id], 'Use a user’s id or nobody.').optional(),
      branchIds: z.array(Id).min(1, 'Choose at least one branch.').max(200, 'Use at most 200 branches.').optional(),
      among: Among.min(1, 'Choose at least one person.'),
      by: z.enum(shareRules, 'There is no such rule.'),
      moveTasks: z.boolean('Say yes or no.').optional(),
      preview: z.boolean('Say yes or no.').optional(),
      seen: z.string().max(64, 'Use what the preview answered.').optional(),
    })
    .refine(({ propertyIds, from }) => (propertyIds === undefined) !== (from === undefined), 'Send either propertyIds or from.'),
  limits: shareLimits,
  response: z.object({
    /** What each gets, and runs before and afterwards. */
    people: z.array(Held.extend({ _id: Id, name: z.string(), before: Held, after: Held })),
    /** Sales that stay as they are. */
    left: z.array(z.object({ propertyId: Id, why: z.string() })),
    /** Null in a preview, and if nothing changed. */
    undoId: Id.nullable(),
    seen: z.string(),
  }),
})
