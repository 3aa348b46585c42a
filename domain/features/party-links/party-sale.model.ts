import { z } from 'zod'
import { Day, Id, Timestamp } from '../../common/wire.ts'
import { StepKey, StepType } from '../timeline/timeline.schemas.ts'
import { LinkParty, linkDateKinds, proposalStates } from './party-links.model.ts'

/** The view that a party has of its sale: the response of its calls. */

const OwnProposal = z.object({
  _id: Id,
  words: z.string(),
  text: z.string(),
  state: z.enum(proposalStates),
  createdOn: Timestamp,
  decidedOn: Timestamp.nullable(),
  /** Accepting it only sets the expected day: it is a wish, not an agreement. */
  isForExpectedDay: z.boolean(),
  /** Why it was declined. */
  reason: z.string(),
  /** For an overtaken proposal: the day on which the agency recorded the step as done. */
  note: Day.nullable(),
})

export const PartySale = z.object({
  agency: z.object({ name: z.string(), brandColour: z.string().nullable() }),
  party: LinkParty,
  /** The name of the party itself. */
  name: z.string(),
  endsOn: Day,
  address: z.object({ line1: z.string(), postcode: z.string() }),
  /** Of the buyer; left out until it was. What came of other checks changes nothing. */
  identityChecked: z.literal(true).optional(),
  /** How the sale stands; null while it is agreed. */
  standing: z.string().nullable(),
  /** Steps that the agency is waiting for from this party. */
  asks: z.array(
    z.object({
      key: StepKey,
      name: z.string(),
      expectedBy: Day.nullable(),
      /** The step after which this one can start; `null` if it is under way. */
      after: z.string().nullable(),
    }),
  ),
  waitingFor: z.array(z.object({ name: z.string(), from: z.string(), expectedBy: Day.nullable() })),
  groups: z.array(
    z.object({
      track: StepType,
      title: z.string(),
      steps: z.array(
        z.object({
          /** `null`: a summary line without details. */
          key: StepKey.nullable(),
          name: z.string(),
          state: z.enum(['done', 'now', 'next']),
          /** For completion, also the agreed day. */
          on: Day.nullable(),
          expectedBy: Day.nullable(),
          mayPropose: z.boolean(),
        }),
      ),
    }),
  ),
  /** Ordered from the buyer's end to the top. */
  chain: z.array(z.object({ title: z.string(), words: z.string(), state: z.enum(['ready', 'waiting', 'own', 'end']) })),
  completionDate: Day.nullable(),
  /** `null` unless the agency shares them. */
  expected: z.object({ exchange: Day.nullable(), completion: Day.nullable() }).nullable(),
  mayPropose: z.object({
    dates: z.array(z.enum(linkDateKinds)),
    surveys: z.array(z.object({ key: StepKey, name: z.string() })),
    documents: z.boolean(),
  }),
  /** Newest first. */
  proposals: z.array(OwnProposal),
  contact: z.object({ name: z.string(), email: z.string(), tel: z.string() }),
  /** Whether the party gets an e-mail when a proposal is decided. */
  tellMe: z.boolean(),
})
export type PartySale = z.output<typeof PartySale>
