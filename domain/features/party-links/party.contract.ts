import { z } from 'zod'
import { documentMediaTypes } from '../../common/uploads.ts'
import { Day, Id, paragraph, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { StepKey } from '../timeline/timeline.schemas.ts'
import { DateKind, ProposalType } from './party-links.model.ts'
import { PartySale } from './party-sale.model.ts'
import { maxProposalText } from './proposal-limits.ts'

/** The party's own calls, made with `Authorization: Link …`. connect.md §6. */

export const readPartySale = endpoint({
  method: 'GET',
  path: '/party/sale',
  permission: 'public',
  byPartyLink: true,
  writes: true,
  summary: 'What a party sees of its sale. Unknown, expired and ended links are the same 404 (LINK_NOT_FOUND).',
  response: PartySale,
})

export const makeProposal = endpoint({
  method: 'POST',
  path: '/party/proposal',
  permission: 'public',
  byPartyLink: true,
  summary: 'Propose a step, a day, a document or a message. Nothing changes until the agency accepts it.',
  body: z.strictObject({
    what: ProposalType,
    /** A step, or the kind of a survey. */
    stepKey: StepKey.optional(),
    /** Done, or under way. */
    state: z.enum(['C', 'IP'], 'Say whether it is done or under way.').optional(),
    dateKind: DateKind.optional(),
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
  summary: 'Take an open proposal back.',
  params: z.strictObject({ proposalId: Id }),
  response: PartySale,
})

export const savePartyWishes = endpoint({
  method: 'PATCH',
  path: '/party/wishes',
  permission: 'public',
  byPartyLink: true,
  summary: 'Say whether to be told by e-mail that a proposal was accepted or declined, without details.',
  body: z.strictObject({ tellMe: z.boolean('Say yes or no.') }),
  response: Success,
})
