import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Email, FileResponse, Id, Ids, line, paragraph, personName, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { proposedAnswer } from '../assistants/answers.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { PartyRef } from '../property-contacts/parties.ts'
import { StepKey } from '../timeline/timeline.schemas.ts'
import { dateKinds, LinkParty, PartyLink, Proposal } from './party-links.model.ts'
import { maxDeclineReason, maxProposedEmail, maxProposedSubject, whereProposalsAre } from './proposal-limits.ts'

/** Party links of a sale and their proposals, for the agency. [connect §6](docs/design/connect.md#6). */

const Links = z.object({ data: z.array(PartyLink) })

/** Both are set for open proposals only. `refusal`: the message of the rule that refuses it now; `null` if it can be accepted. */
const ProposalRow = Proposal.extend({ effect: z.string(), refusal: z.string().nullable() })
const linkParams = propertyParams.extend({ linkId: Id })
const proposalParams = propertyParams.extend({ proposalId: Id })

export const listPartyLinks = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/party-link',
  permission: 'party-link.manage',
  summary: 'List the party links of the current sale, newest first, without their addresses.',
  params: propertyParams,
  response: Links,
})

export const sendPartyLink = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/party-link',
  permission: 'party-link.manage',
  summary: 'E-mail a solicitor or the buyer a link to a page about the sale. Replaces their earlier link.',
  params: propertyParams,
  body: z.strictObject({
    party: LinkParty,
    name: personName(160, 'a name'),
    email: Email,
    /** The firm that the link is sent to, and its point of contact. */
    contactId: Id.optional(),
    pocId: Id.optional(),
  }),
  emailRecipients: ['body.email'],
  response: Links,
  refusedInSupportAccess: true,
})

export const resendPartyLink = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/party-link/:linkId/send',
  permission: 'party-link.manage',
  summary: 'Send a link again with a new address. The old address stops working.',
  params: linkParams,
  response: Links,
  refusedInSupportAccess: true,
})

export const endPartyLink = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/party-link/:linkId',
  permission: 'party-link.manage',
  summary: 'End a link. Its address stops working and its open proposals lapse.',
  params: linkParams,
  response: Links,
})

export const listProposals = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/proposals',
  permission: 'proposal.decide',
  summary: 'List the proposals of the parties of the current sale, newest first, with the effect of accepting open ones.',
  params: propertyParams,
  response: z.object({ data: z.array(ProposalRow) }),
})

const Decided = PropertyDetail.extend({ undoId: Id.nullable(), description: z.string() })

export const acceptProposal = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/proposals/:proposalId/accept',
  permission: 'proposal.decide',
  summary: 'Accept a proposal. Runs the ordinary call with its rules; a proposal that a rule refuses stays open.',
  params: proposalParams,
  body: z.strictObject({ version: Version.optional() }),
  response: Decided,
})

export const declineProposal = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/proposals/:proposalId/decline',
  permission: 'proposal.decide',
  summary: 'Decline a proposal: with a reason that the party sees if it came by a link, else told to nobody and undoable.',
  params: proposalParams,
  body: z.strictObject({ reason: paragraph(maxDeclineReason).default('') }),
  response: Decided,
})

export const downloadProposalFile = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/proposals/:proposalId/file',
  permission: 'proposal.decide',
  summary: 'Download the file of an open proposal.',
  params: proposalParams,
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})

export const proposeChange = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/proposal',
  permission: 'day.work',
  summary:
    'Propose a step, a day, a message or an e-mail, as an application that acts for a person. Nothing changes until somebody accepts.',
  params: propertyParams,
  body: z.strictObject({
    what: z.enum(['step', 'date', 'message', 'email'], 'Choose what is proposed.'),
    stepKey: StepKey.optional(),
    state: z.enum(['C', 'IP'], 'Choose done or under way.').optional(),
    dateKind: z.enum(dateKinds, 'Choose which day it is.').optional(),
    onDay: Day.optional(),
    text: paragraph(maxProposedEmail).default(''),
    partyRef: PartyRef.optional(),
    subject: line(maxProposedSubject).default(''),
  }),
  response: z.object({ _id: Id, where: z.literal(whereProposalsAre) }),
  assistant: {
    tool: 'propose',
    scope: 'draft:write',
    title: 'Propose',
    description:
      'Propose for a sale: a step (stepKey, state C or IP, onDay), a day (dateKind, onDay), a message to colleagues (text), or an e-mail to a party (partyRef from read_party, subject, text). Nothing changes until a person accepts it in GYA.',
    answer: proposedAnswer,
  },
})

export const maxInboxRows = 200

export const readProposalInbox = endpoint({
  method: 'GET',
  path: '/proposals/:companyId',
  permission: 'proposal.decide',
  summary:
    'List the open proposals of all sales in scope, oldest first, with the effect of accepting or the reason of a refusal.',
  params: companyParams,
  query: z.strictObject({ branchIds: Ids.optional() }),
  response: z.object({
    /** Total number, including rows beyond the listed ones. */
    count: z.int(),
    data: z.array(
      ProposalRow.extend({
        property: z.object({ _id: Id, branch: Id, line1: z.string(), postcode: z.string(), version: Version }),
      }),
    ),
  }),
})
