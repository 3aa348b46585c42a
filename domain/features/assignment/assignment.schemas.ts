import { z } from 'zod'

/** Sold and exchanged sales, homes that are not sold yet, and withdrawn ones. */
export const Held = z.object({ sales: z.int(), homes: z.int(), withdrawn: z.int() })
