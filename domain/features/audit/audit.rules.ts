/** Limits and filters of the audit log: [trust §3](docs/design/trust.md#3). */
import { z } from 'zod'

/** "CSV streams ≤ 100,000 lines". */
export const maxAuditCsvLines = 100_000
/** Maximum number of lines that can be paged through. */
export const maxAuditListLines = 10_000

const Address = z.union([z.ipv4(), z.ipv6()])
const Network = z.union([z.cidrv4(), z.cidrv6()])

/** Parses a network filter: one address, or all addresses of a network. "203.0.113.x", as shown for sessions, is a network. */
export function readNetwork(text: string): { address: string } | { within: string } | null {
  const typed = text.trim().replace(/\.x$/i, '.0/24')
  if (Address.safeParse(typed).success) return { address: typed }
  return Network.safeParse(typed).success ? { within: typed } : null
}
