import { z } from 'zod'
import { documentMediaTypes } from '../../common/uploads.ts'
import { Day, Id, paragraph, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { StepKey } from '../timeline/timeline.schemas.ts'
import { LinkDateKind, LinkProposalType } from './party-links.model.ts'
import { proposalLimits } from './party-links.rules.ts'
import { PartySale } from './party-sale.model.ts'
import { maxProposalText } from './proposal-limits.ts'

/** Calls made by a party with `Authorization: Link …`. [connect §6](docs/design/connect.md#6). */

export const readPartySale = endpoint({
  method: 'GET',
  path: '/party/sale',
  permission: 'public',
  byPartyLink: true,
  writes: true,
  summary: 'Get what a party sees of its sale. Unknown, expired and ended links return the same 404 (LINK_NOT_FOUND).',
  response: PartySale,
})

export const makeProposal = endpoint({
  method: 'POST',
  path: '/party/proposal',
  permission: 'public',
  byPartyLink: true,
  summary: 'Propose a step, a day, a document or a message. Nothing changes until the agency accepts it.',
  limits: proposalLimits,
  body: z.strictObject({
    what: LinkProposalType,
    /** A step, or the type of a survey. */
    stepKey: StepKey.optional(),
    state: z.enum(['C', 'IP'], 'Choose done or under way.').optional(),
    dateKind: LinkDateKind.optional(),
    onDay: Day.optional(),
    text: paragraph(maxProposalText).default(''),
  }),
  form: true,
  file: { kinds: documentMediaTypes, keep: 'original', scan: 'before-save' },
  response: PartySale,
})

export const takeBackProposal = endpoint({
  method: 'DELETE',
  path: '/party/proposal/:proposalId',
  permission: 'public',
  byPartyLink: true,
  summary: 'Withdraw an open proposal.',
  idempotent: true,
  params: z.strictObject({ proposalId: Id }),
  response: PartySale,
})

export const savePartyWishes = endpoint({
  method: 'PATCH',
  path: '/party/wishes',
  permission: 'public',
  byPartyLink: true,
  summary: 'Choose whether to get an e-mail, without details, when a proposal is accepted or declined.',
  body: z.strictObject({ tellMe: z.boolean('Say yes or no.') }),
  response: Success,
})
