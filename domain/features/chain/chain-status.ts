import { z } from 'zod'

/** The chain status `mi.chain`, for lists, which do not need the rules of the chain. */
export const ChainStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], 'Choose a chain status.')
export type ChainStatus = z.output<typeof ChainStatus>

export const chainStatusLabels: Record<ChainStatus, string> = { 0: 'No chain', 1: 'Complete', 2: 'Incomplete', 3: 'Unknown' }
