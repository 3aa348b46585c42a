import { z } from 'zod'
import { type ChainStatus, chainStatusLabels } from '../chain/chain-status.ts'

/**
 * What tools answer of a call. "Texts of people are data": every string is an id, a day, a number, a word of a fixed list, a name, an
 * address line, a sentence that GYA makes of these, or lies in `quoted`. [open §3.1](docs/design/open.md#3.1).
 */

const id = z.uuid()
const day = z.iso.date()
const instant = z.iso.datetime({ offset: true })

type Kind = 'name' | 'address' | 'tel' | 'word' | 'reference' | 'sentence'
const text = (inAnswer: Kind, most: number) =>
  z
    .string()
    .overwrite((words) => words.slice(0, most))
    .meta({ inAnswer })
const name = text('name', 160)
const addressLine = text('address', 160)
const tel = text('tel', 40)
const ownWords = text('sentence', 400)
const word = z
  .string()
  .regex(/^[A-Za-z][\w .:-]{0,39}$/)
  .meta({ inAnswer: 'word' })
/** Such as `poc:<id>`. */
const reference = z
  .string()
  .regex(/^[a-z]{1,20}(:[\w-]{1,60})?$/)
  .meta({ inAnswer: 'reference' })

export const maxQuoted = 1_000

export const Quoted = z
  .array(z.object({ by: z.string().nullable(), at: z.union([day, instant]).nullable(), text: z.string() }))
  .meta({ inAnswer: 'quoted' })
type Quote = z.output<typeof Quoted>[number]

/** The only way into `quoted`: without empty texts, each cut. */
export const quoted = (quotes: readonly Quote[]): Quote[] =>
  quotes.flatMap(({ by, at, text: words }) => (words.trim() === '' ? [] : [{ by, at, text: words.slice(0, maxQuoted) }]))

/** Checks what is read of the response, reshapes it, and checks what is left. */
const reshaped = <From extends z.ZodType, To extends z.ZodType>(
  from: From,
  to: To,
  reshape: (of: z.output<From>) => z.input<To>,
) => from.transform((of): unknown => reshape(of)).pipe(to as z.ZodType)

const paging = z.object({ count: z.int(), currentPage: z.int(), totalPages: z.int() })
const named = z.object({ _id: id, name })
const shortAddress = z.object({ line1: addressLine, postcode: addressLine })
const expectedDays = { expectedExchange: day.nullable(), completionDate: day.nullable() }

export const branchesAnswer = z.object({ data: z.array(named), paging })

export const salesAnswer = z.object({
  data: z.array(
    z.object({
      _id: id,
      branch: named,
      address: shortAddress,
      phase: word,
      /** The progressor. */
      bStaff: z.object({ name }).nullable(),
      ...expectedDays,
      vendorLastUpdatedOn: day.nullable(),
      warnings: z.int(),
      timeline: z.object({
        info: z.object({
          nextStep: z.object({ key: z.int(), state: word, date: day.nullable(), warning: word.nullable() }).nullable(),
        }),
      }),
    }),
  ),
  paging,
})

const chainWord = (status: number): string => chainStatusLabels[status as ChainStatus]
const party = z.object({ contact: z.object({ name, tel }), poc: z.object({ name, tel }).nullable() }).nullable()

export const saleAnswer = z.object({
  _id: id,
  branch: named,
  address: z.object({ line1: addressLine, line2: addressLine, town: addressLine, postcode: addressLine }),
  phase: word,
  isSold: z.boolean(),
  ...expectedDays,
  expectedCompletion: day.nullable(),
  mortgageOfferExpires: day.nullable(),
  mi: z.object({ chain: z.int().transform(chainWord).pipe(word), currentAskingPrice: z.number().nullable() }),
  offers: z.array(z.object({ state: word, amount: z.number(), when: day, name: name.optional() })).optional(),
  owner: z.object({ fullName: name, tel }).optional(),
  buyer: z.object({ name, tel }).optional(),
  contacts: z
    .object({
      bStaff: z.object({ name }).nullable(),
      solicitor: party,
      mBroker: party,
      buyerDetails: z.object({ solicitor: party, mBroker: party }),
    })
    .optional(),
  chain: z
    .object({ items: z.array(z.object({ thisProperty: z.boolean(), propertyName: addressLine, saleType: word })) })
    .optional(),
  timeline: z.object({
    data: z.array(
      z.object({
        key: z.int(),
        title: name,
        state: word,
        startedOn: day.nullable(),
        completedOn: day.nullable(),
        warningDate: day.nullable(),
        overdue: z.boolean(),
      }),
    ),
  }),
})

const proof = z.object({ kind: word, eventId: id.nullable(), on: day })
export const summaryAnswer = z.object({
  asAt: day,
  sentences: z.array(z.object({ kind: word, text: ownWords, proofs: z.array(proof) })),
})

const author = z.object({ name: z.string() }).nullable()

export const historyAnswer = reshaped(
  z.object({
    data: z.array(
      z.object({
        _id: id,
        at: instant,
        kind: word,
        words: z.string(),
        facts: z.array(z.object({ what: z.string(), from: z.string().optional(), to: z.string().optional() })),
        author,
      }),
    ),
    paging,
  }),
  z.object({ data: z.array(z.object({ _id: id, at: instant, kind: word, by: name.nullable(), quoted: Quoted })), paging }),
  ({ data, ...rest }) => ({
    ...rest,
    data: data.map(({ words, facts, author: who, ...entry }) => {
      const by = who?.name ?? null
      const told = facts.map(({ what, from, to }) => `${what}: ${[from, to].filter(Boolean).join(' → ')}`)
      return { ...entry, by, quoted: quoted([{ by, at: entry.at, text: [words, ...told].join('; ') }]) }
    }),
  }),
)

const itemOut = z.object({
  propertyId: id.nullable(),
  address: shortAddress.nullable(),
  kind: word,
  /** A step or survey; what somebody typed is quoted. */
  about: name.nullable(),
  dueOn: day,
  daysLate: z.int(),
  points: z.int(),
  fee: z.int().nullable(),
  attempts: z.int(),
  quoted: Quoted,
})
const itemIn = itemOut.omit({ about: true, quoted: true }).extend({ description: z.string() })
/** Items in words of GYA's own. The others hold what somebody typed: a task, the subject of an e-mail, the name of a file. */
const ownKinds = ['step', 'survey', 'exchange', 'callback', 'silence', 'expiry', 'move']
const toItem = ({ description, ...item }: z.output<typeof itemIn>) => {
  const isTyped = !ownKinds.includes(item.kind) || item.propertyId === null
  return {
    ...item,
    about: isTyped ? null : description,
    quoted: quoted(isTyped ? [{ by: null, at: item.dueOn, text: description }] : []),
  }
}

const callParty = z.object({ ref: reference, role: word, name, firm: name, tel })
const groupOut = z.object({
  kind: word,
  party: callParty.nullable(),
  points: z.int(),
  count: z.int(),
  sales: z.int(),
  feeAtRisk: z.int(),
  actionItems: z.array(itemOut),
})

export const todayAnswer = reshaped(
  z.object({ today: day, groups: z.array(groupOut.extend({ actionItems: z.array(itemIn) })), paging }),
  z.object({ today: day, groups: z.array(groupOut), paging }),
  ({ groups, ...rest }) => ({
    ...rest,
    groups: groups.map((group) => ({ ...group, actionItems: group.actionItems.map(toItem) })),
  }),
)

const cardSaleOut = z.object({
  propertyId: id,
  address: shortAddress,
  phase: word,
  ...expectedDays,
  vendorLastUpdatedOn: day.nullable(),
  actionItems: z.array(itemOut),
})
const cardOut = z.object({
  party: z.object({ ref: reference, role: word, name, firm: z.object({ name, tel }).nullable(), tel }),
  feeAtRisk: z.int(),
  lastSpokeOn: day.nullable(),
  promises: z.object({ made: z.int(), kept: z.int(), broken: z.int() }),
  sales: z.array(cardSaleOut),
})

export const partyAnswer = reshaped(
  cardOut.extend({
    note: z.string(),
    sales: z.array(cardSaleOut.extend({ actionItems: z.array(itemIn) })),
    conversations: z.array(
      z.object({
        at: instant,
        author,
        channel: word,
        note: z.string(),
        sales: z.array(z.object({ propertyId: id, outcome: word, note: z.string(), promisedOn: day.nullable() })),
      }),
    ),
  }),
  cardOut.extend({
    conversations: z.array(
      z.object({
        at: instant,
        by: name.nullable(),
        channel: word,
        sales: z.array(z.object({ propertyId: id, outcome: word, promisedOn: day.nullable() })),
        quoted: Quoted,
      }),
    ),
    quoted: Quoted,
  }),
  ({ note, sales, conversations, ...card }) => ({
    ...card,
    sales: sales.map((sale) => ({ ...sale, actionItems: sale.actionItems.map(toItem) })),
    conversations: conversations.map(({ at, author: who, channel, note: said, sales: about }) => {
      const by = who?.name ?? null
      return {
        at,
        by,
        channel,
        sales: about,
        quoted: quoted([said, ...about.map((of) => of.note)].map((words) => ({ by, at, text: words }))),
      }
    }),
    quoted: quoted([{ by: null, at: null, text: note }]),
  }),
)

const decides = z.object({ kind: word, words: ownWords, daysSooner: z.int() })
const risks = z.array(z.object({ risk: word, words: ownWords }))

export const saleForecastAnswer = z.object({
  forecast: z
    .object({
      onDay: day,
      halfBy: day.nullable(),
      by80: day.nullable(),
      typed: day.nullable(),
      fallsThrough: z.number(),
      fallsThroughWords: ownWords,
      decides,
      risks,
    })
    .nullable(),
})

export const forecastSalesAnswer = z.object({
  data: z.array(
    z.object({
      _id: id,
      branch: named,
      line1: addressLine,
      progressor: name.nullable(),
      halfBy: day.nullable(),
      by80: day.nullable(),
      typed: day.nullable(),
      fallsThrough: z.number(),
      decides,
      fee: z.number().nullable(),
      risks,
    }),
  ),
  paging,
})

const figureValue = z.object({ count: z.int().optional(), sum: z.number().optional(), avg: z.number().nullable().optional() })

export const figuresAnswer = z.object({
  periods: z.array(z.object({ key: day, first: day, last: day })),
  data: z.record(word, z.record(day, figureValue)),
})

const propertyOfFigure = z.object({ _id: id, branch: id, line1: addressLine })

export const howAnswer = z.object({
  title: ownWords,
  definition: text('sentence', 1_000),
  sentence: ownWords,
  terms: z.array(z.object({ label: ownWords, value: ownWords, from: ownWords })),
  rows: z.array(z.object({ property: propertyOfFigure, words: ownWords, value: ownWords })),
  rowsAre: ownWords,
  asAt: day,
  paging,
})

/** What the tools for drafts answer: the id, and where a person finds it. */
export const proposedAnswer = z.object({ _id: id, where: ownWords })
export const updateAnswer = reshaped(
  z.object({ propertyId: id }),
  z.object({ propertyId: id, where: ownWords }),
  ({ propertyId }) => ({
    propertyId,
    where: 'Today › Updates to vendors',
  }),
)
