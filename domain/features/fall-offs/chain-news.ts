import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'

/** Agents outside the company to be informed about a chain: a sale fell off, or was restored. [trust §6](docs/design/trust.md#6). */
export const ChainNews = z.object({
  fallOffId: Id,
  /** The sale fell off, or was restored. */
  news: z.enum(['fell', 'restored']),
  on: Timestamp,
  reason: z.string().nullable(),
  links: z.array(
    z.object({
      /** In the chain as it was when the sale fell off. */
      position: z.int(),
      /** Address of the link. */
      name: z.string(),
      agent: z.string(),
      tel: z.string(),
      told: z.object({ on: Timestamp, by: z.string().nullable() }).nullable(),
    }),
  ),
})
export type ChainNews = z.output<typeof ChainNews>
