import { z } from 'zod'
import { Day, Id } from '../../common/wire.ts'
import { saleRisks } from './sale-risk.ts'

/** The step times behind a forecast: published ones, the company’s combined with them, or the company's alone. */
export const bases = ['baseline', 'part', 'own'] as const

/**
 * The step or link that would bring the exchange forward most if it were done, or ready, today. [forecast §6](docs/design/forecast.md#6).
 */
export const DecidesView = z.object({
  kind: z.enum(['step', 'survey', 'link', 'none']),
  /** "Searches back: 12 days longer than usual". */
  words: z.string(),
  /** Key of a step, id of a link; null otherwise. */
  ref: z.string().nullable(),
  /** Counted days. */
  daysSooner: z.int(),
})
export type DecidesView = z.output<typeof DecidesView>

/** A reason to fall through that holds today. [forecast §7](docs/design/forecast.md#7). */
export const HeldRisk = z.object({ risk: z.enum(saleRisks), words: z.string(), tone: z.enum(['red', 'amber']) })

/** The figures of one open sale, for the day on which they are read. */
export const SaleFigures = z.object({
  onDay: Day,
  /** The first days on which the chance of an exchange, if the sale holds, reaches 50 and 80 %. Null: later than a year. */
  halfBy: Day.nullable(),
  by80: Day.nullable(),
  /** Chance of falling off before exchange, 0 to 1. */
  fallsThrough: z.number(),
  /** "1 in 5". */
  fallsThroughWords: z.string(),
  /** Steps done ÷ steps expected by now; 1 is usual. */
  pace: z.number(),
  decides: DecidesView,
  /** Reasons to fall through that hold today; the largest of their factors is in the chance. */
  risks: z.array(HeldRisk.extend({ factor: z.number() })),
  basis: z.enum(bases),
  /** The day of the tables; null: published times only. */
  learnedOn: Day.nullable(),
})
export type SaleFigures = z.output<typeof SaleFigures>

/** A row of "How this came about": one step or survey of the sale. */
export const NetworkRow = z.object({
  key: z.int(),
  title: z.string(),
  status: z.enum(['done', 'running', 'toCome']),
  /** Days it took or has been running; for a survey, from its date to its report. Null: unknown, or not started. */
  days: z.int().nullable(),
  /** Days by which half and 8 in 10 have finished. */
  usual: z.int().nullable(),
  by80: z.int().nullable(),
  /** Finished steps that the table was learned from; 0: published times. */
  done: z.int(),
  /** Of branch and firm; below 1 is slower than usual. */
  factor: z.number(),
  blocked: z.boolean(),
})
export type NetworkRow = z.output<typeof NetworkRow>

export const LinkRow = z.object({
  id: Id,
  name: z.string(),
  /**
   * False: nothing is known of the link, or no longer. It takes usual times since its last entry, or since its sale fell through; a
   * property of the company that was not under offer is left out.
   */
  known: z.boolean(),
  /** The day by which half of such links are ready; null: later than a year. */
  readyBy: Day.nullable(),
})
export type LinkRow = z.output<typeof LinkRow>

/** The forecast of a day, and the entry that changed it since the one before. */
export const Said = z.object({
  onDay: Day,
  halfBy: Day.nullable(),
  by80: Day.nullable(),
  because: z.string(),
  /** The entry in the history of the property. */
  eventId: Id.nullable(),
})
export type Said = z.output<typeof Said>

/** The factor of a branch or firm of the sale, with its finished and expected steps. */
export const NamedFactor = z.object({
  kind: z.enum(['branch', 'vendorFirm', 'buyerFirm', 'broker', 'lender']),
  name: z.string(),
  done: z.int(),
  expected: z.number(),
  factor: z.number(),
})
export type NamedFactor = z.output<typeof NamedFactor>
