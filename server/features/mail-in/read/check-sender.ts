import { type KeyObject } from 'node:crypto'
import { promises as dns } from 'node:dns'
import { domainToASCII } from 'node:url'
import type { SenderCheck } from '@gya/domain/features/mail-in/mail-in.model.ts'
import { oneLine } from './clean-text.ts'

/** Answers about domains under .example for tests and the demo, by `TYPE name`; `*`: any of them. */
export type DnsZone = Readonly<Record<string, string[] | string[][]>>

/** Domains that sign with one key, under the selector `test`, and ask for a DMARC policy. */
export const signingZone = (domains: readonly string[], publicKey: KeyObject, policy: 'none' | 'reject'): DnsZone => {
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return Object.fromEntries(
    domains.flatMap((domain) => [
      [`TXT test._domainkey.${domain}`, [[`v=DKIM1; k=rsa; p=${key}`]]],
      [`TXT _dmarc.${domain}`, [[`v=DMARC1; p=${policy}`]]],
    ]),
  )
}

export type SenderOf = { peer: string | null; helo: string; envelopeFrom: string; domain: string; dns?: DnsZone | undefined }

/** What the details of an e-mail show; `temporary` where DNS did not answer. */
export type SenderChecks = {
  spf: string
  dkim: { domain: string; result: string }[]
  dmarc: string
  policy: string
  arc: string
  /** The domain of From that DMARC judged; null where there is none, or several. */
  judged: string | null
}

/** A message can carry any number of signatures. */
const maxSignatures = 20

/** SPF where the sending server is known, DKIM, DMARC and ARC of a message. Loads `mailauth`, which takes a second. */
export async function checkSender(
  raw: Uint8Array,
  { peer, helo, envelopeFrom, domain, dns: zone }: SenderOf,
): Promise<SenderChecks> {
  const { authenticate } = await import('mailauth')
  const { spf, dkim, dmarc, arc } = await authenticate(Buffer.from(raw), {
    sender: envelopeFrom,
    ...(peer === null ? { trustReceived: true } : { ip: peer, helo }),
    mta: domain,
    disableBimi: true,
    ...(zone ? { resolver: resolverOf(zone) } : {}),
  })
  return {
    // Without the address of a server there is nothing to check.
    spf: spf && (peer !== null || spf.status.result !== 'temperror') ? spf.status.result : 'none',
    dkim: (dkim?.results ?? [])
      .slice(0, maxSignatures)
      .map(({ signingDomain = '', status }) => ({ domain: oneLine(signingDomain).slice(0, 255), result: status.result })),
    dmarc: dmarc ? dmarc.status.result : 'none',
    policy: dmarc ? (dmarc.policy ?? '') : '',
    arc: arc ? arc.status.result : 'none',
    judged: dmarc ? domainOf(dmarc.status.header?.from ?? '') : null,
  }
}

/**
 * "Verified: DMARC passes. Failed: it fails and the domain asks for quarantine or reject, or the From is a member's." A From that is missing
 * or double names nobody, and so does one that is shown otherwise than it was judged. [mail-in §4](docs/design/mail-in.md#4).
 */
export function senderCheckOf(
  checks: SenderChecks | null,
  { from, isMember }: { from: string | null; isMember: boolean },
): SenderCheck {
  if (from === null) return 'failed'
  if (checks === null) return 'unknown'
  if (!checks.judged || checks.judged !== domainOf(from)) return 'failed'
  if (checks.dmarc === 'pass') return 'verified'
  const isTemporary = (result: string) => result.startsWith('temp')
  if (isTemporary(checks.dmarc) || checks.dkim.some(({ result }) => isTemporary(result)) || isTemporary(checks.spf))
    return 'unknown'
  const isStrict = checks.policy === 'quarantine' || checks.policy === 'reject'
  return isMember || (checks.dmarc === 'fail' && isStrict) ? 'failed' : 'not-verified'
}

/** As an A-label, as DNS has it. */
const domainOf = (address: string): string => domainToASCII(address.slice(address.lastIndexOf('@') + 1).replace(/\.$/, ''))

const resolverOf = (zone: DnsZone) => async (name: string, type: string) => {
  if (!name.endsWith('.example')) return (await dns.resolve(name, type)) as string[] | string[][]
  const found = zone[`${type} ${name}`] ?? zone[`${type} ${name.replace(/^((?:\w+\.)?_\w+)\..*$/, '$1.*')}`]
  if (found) return found
  throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
}
