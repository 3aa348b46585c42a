import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Email, FileResponse, Id, Ids, paragraph, requiredLine, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { LinkParty, PartyLink, Proposal } from './party-links.model.ts'
import { maxDeclineReason } from './proposal-limits.ts'

/** Links of a sale and what came of them, for the agency. connect.md §6. */

const Links = z.object({ data: z.array(PartyLink) })

/** `refusal`: why a rule refuses it now, in its words; null: nothing stands against accepting. Both are of open proposals. */
const ProposalRow = Proposal.extend({ effect: z.string(), refusal: z.string().nullable() })
const linkParams = propertyParams.extend({ linkId: Id })
const proposalParams = propertyParams.extend({ proposalId: Id })

export const listPartyLinks = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/party-link',
  permission: 'party-link.manage',
  summary: 'Links of the parties of the current sale, newest first, without their addresses.',
  params: propertyParams,
  response: Links,
})

export const sendPartyLink = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/party-link',
  permission: 'party-link.manage',
  summary: 'E-mail a conveyancer or the buyer a link to a page about the sale. One that they have ends.',
  params: propertyParams,
  body: z.strictObject({
    party: LinkParty,
    name: requiredLine(160, 'a name'),
    email: Email,
    /** The firm, and its point of contact, that the link goes to. */
    contactId: Id.optional(),
    pocId: Id.optional(),
  }),
  emailRecipients: ['body.email'],
  response: Links,
})

export const resendPartyLink = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/party-link/:linkId/send',
  permission: 'party-link.manage',
  summary: 'Send a link again with a new address; the old address ends.',
  params: linkParams,
  response: Links,
})

export const endPartyLink = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/party-link/:linkId',
  permission: 'party-link.manage',
  summary: 'End a link: its address opens nothing from now on, and its open proposals lapse.',
  params: linkParams,
  response: Links,
})

export const listProposals = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/proposals',
  permission: 'proposal.decide',
  summary: 'Proposals of the parties of the current sale, newest first, with what accepting an open one would do.',
  params: propertyParams,
  response: z.object({ data: z.array(ProposalRow) }),
})

const Decided = PropertyDetail.extend({ undoId: Id.nullable(), description: z.string() })

export const acceptProposal = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/proposals/:proposalId/accept',
  permission: 'proposal.decide',
  summary: 'Accept a proposal: runs the ordinary call, with its rules. What a rule refuses stays open.',
  params: proposalParams,
  body: z.strictObject({ version: Version.optional() }),
  response: Decided,
})

export const declineProposal = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/proposals/:proposalId/decline',
  permission: 'proposal.decide',
  summary: 'Decline a proposal with a reason, which the party sees.',
  params: proposalParams,
  body: z.strictObject({ reason: paragraph(maxDeclineReason).min(1, 'Say why.') }),
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

export const maxInboxRows = 200

export const readProposalInbox = endpoint({
  method: 'GET',
  path: '/proposals/:companyId',
  permission: 'proposal.decide',
  summary: 'Open proposals of the sales in reach, oldest first, with what accepting would do or why a rule refuses it.',
  params: companyParams,
  query: z.strictObject({ branchIds: Ids.optional() }),
  response: z.object({
    /** Of all, also beyond the rows that are listed. */
    count: z.int(),
    data: z.array(
      ProposalRow.extend({
        property: z.object({ _id: Id, branch: Id, line1: z.string(), postcode: z.string(), version: Version }),
      }),
    ),
  }),
})
