import { hostUrls } from './db/primary.ts'

/** Configuration variables with addresses to which the app connects. */
const names = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URLS',
  'S3_ENDPOINT',
  'SMTP_URL',
  'CLAMD_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'ADDRESS_LOOKUP_URL',
] as const

type OutgoingAddresses = { [Name in (typeof names)[number]]?: string | readonly string[] | undefined }

const isThisMachine = (hostname: string): boolean => hostname === '' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

const encryptedModes = ['require', 'verify-ca', 'verify-full']

function isEncrypted({ protocol, username, searchParams }: URL): boolean {
  if (/^postgres(ql)?:$/.test(protocol)) return encryptedModes.includes(searchParams.get('sslmode') ?? '')
  // With a user name, nothing is sent without TLS (server/infra/mail/smtp.ts).
  return protocol === 'https:' || protocol === 'smtps:' || (protocol === 'smtp:' && username !== '')
}

const urlsOf = (name: string, address: string): string[] => (name.startsWith('DATABASE_') ? hostUrls(address) : [address])

/**
 * The first connection to another machine without TLS whose host is not in `accepted`: "an encrypted protocol such as TLS is used
 * for all connections to and from the application, and it must not fall back to unencrypted ones" (ASVS 12.3.1).
 */
export function findUnencryptedHost(
  addresses: OutgoingAddresses,
  accepted: readonly string[],
): { name: string; host: string } | undefined {
  const known = names.flatMap((name) =>
    [addresses[name] ?? []].flat().flatMap((address) => urlsOf(name, address).map((url) => ({ name, url: new URL(url) }))),
  )
  const found = known.find(
    ({ url }) =>
      !isThisMachine(url.hostname) && url.protocol !== 'unix:' && !isEncrypted(url) && !accepted.includes(url.hostname),
  )
  return found && { name: found.name, host: found.url.hostname }
}
