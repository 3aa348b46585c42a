import { readEpcNumber, readTitleNumber, readUprn } from '@gya/domain/features/properties/identifiers.fields.ts'
import type { Candidate, lookUpWhats } from '@gya/domain/features/properties/property-lookup.contract.ts'
import { z } from 'zod'
import { readLimited } from '../../infra/read-limited.ts'

const timeoutMs = 2000
const maxBytes = 64 * 1024
const maxCandidates = 20

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? null : String(value).trim().slice(0, 200).toWellFormed() || null))
const code = (read: (text: string) => string | null) => text.transform((value) => (value === null ? null : read(value)))

const Answer = z.object({
  candidates: z.array(
    z.object({
      address: text.transform((value) => value ?? ''),
      uprn: code(readUprn),
      titleNumber: code(readTitleNumber),
      epcNumber: code(readEpcNumber),
      rating: text,
      validUntil: text,
      tenure: text,
    }),
  ),
})

export type PropertyLookup = { what: (typeof lookUpWhats)[number]; postcode: string; uprn: string }

/**
 * Asks the operator's adapter (`PROPERTY_LOOKUP_URL`) for homes in a register: `GET <url>?what=&postcode=&uprn=`. Throws on a timeout, a status
 * other than 2xx, or another format. [sale-file §1](docs/design/sale-file.md#1), rule 4.
 */
export async function lookUp(url: string, asked: PropertyLookup): Promise<Candidate[]> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`the look-up answered ${response.status}`)
  return Answer.parse(JSON.parse(await readLimited(response, maxBytes))).candidates.slice(0, maxCandidates)
}
