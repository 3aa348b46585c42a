/** Reports that an e-mail of ours did not arrive, or is late: RFC 3464, and texts that say the same. [mail-in §7.8](docs/design/mail-in.md#7.8). */

/** `failed`: given up. `delayed`: still being tried. `other`: delivered, relayed and the like. */
export type ReportAction = 'failed' | 'delayed' | 'other'

export type DeliveryReport = {
  action: ReportAction
  /** The addresses that were not reached: as we wrote them where it says so, else where they led. In lower case. */
  recipients: { address: string; words: string }[]
  /** Message-IDs in what it returns, without angle brackets. */
  messageIds: string[]
}

const maxRecipients = 50

/** Fields of one block, folded lines joined, by name in lower case. */
const fieldsOf = (block: string): Map<string, string> =>
  new Map(
    block
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const [, name, value] = /^([\w-]{1,60}):\s*(.{0,1000})/.exec(line) ?? []
        return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const]
      }),
  )

/** The address of `rfc822; <Jane@firm.example>`. */
const addressIn = (value: string | undefined): string =>
  /([^\s<>;"',]{1,64}@[^\s<>;"',]{1,190})/.exec(value ?? '')?.[1]?.toLowerCase() ?? ''

const messageIdsIn = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(/^[ \t>]{0,9}message-id:\s{0,9}<([^<>\s]{1,300})>/gim)].map(([, id = '']) => id)),
  ),
]

function actionOf(action: string, status: string): ReportAction {
  if (/^failed/i.test(action)) return 'failed'
  if (/^delayed/i.test(action)) return 'delayed'
  // "Action: failed" with a 4.x.x status has waited too long; without an action the status decides.
  return action !== '' ? 'other' : status.startsWith('5') ? 'failed' : status.startsWith('4') ? 'delayed' : 'other'
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300)

/** A part `message/delivery-status`; `returned`: the message or head that comes with it. */
export function readDeliveryStatus(status: string, returned: readonly string[]): DeliveryReport {
  const blocks = status.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf)
  const found = blocks.flatMap((fields) => {
    const address = addressIn(fields.get('original-recipient')) || addressIn(fields.get('final-recipient'))
    const code = fields.get('status') ?? ''
    if (!fields.has('action') && code === '') return []
    const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w.-]+\s*;\s*/, '')
    const words = diagnostic.includes(code) ? diagnostic : `${code} ${diagnostic}`
    return [{ address, words: oneLine(words), action: actionOf(fields.get('action') ?? '', code) }]
  })
  const action = (['failed', 'delayed'] as const).find((one) => found.some((report) => report.action === one)) ?? 'other'
  return {
    action,
    recipients: found
      .filter((one) => one.action === action && one.address !== '')
      .map(({ address, words }) => ({ address, words }))
      .slice(0, maxRecipients),
    messageIds: messageIdsIn(returned),
  }
}

type Notice = {
  heads: ReadonlyMap<string, string>
  from: { name: string; address: string } | null
  subject: string
  text: string
}

const reporter = /^(?:mailer-daemon|postmaster|mail-?daemon|mdaemon|mail-delivery)\b/
const reporterName = /mail delivery|mailer.daemon|postmaster|delivery subsystem/i
const givenUp =
  /undeliver|non.?delivery|could ?n[o']t be delivered|cannot be delivered|not delivered|(?:unable|failed|failure) to deliver|delivery (?:has )?(?:permanently )?fail|fail(?:ed|ure)? (?:notice|delivery|permanently)|delivery.{0,40}fail|returned (?:mail|to sender)|delivery status notification|mail fail|could not send|mail.{0,20}rejected|unknown (?:user|recipient)|user (?:is )?unknown|no such (?:user|mailbox|recipient)/i
const late = /\bdelay|\bdeferred|warning: (?:could not|message)|still being|will (?:keep|continue)|no action is required/i

/** A report in words, of programs that follow no standard; null if it is none. `returned` as above. */
export function readReportText({ heads, from, subject, text }: Notice, returned: readonly string[]): DeliveryReport | null {
  const listed = (heads.get('x-failed-recipients') ?? '').split(',').map(addressIn).filter(Boolean)
  const isReporter = from !== null && (reporter.test(from.address) || reporterName.test(from.name))
  const start = text.slice(0, 20_000)
  if (listed.length === 0 && !(isReporter && givenUp.test(`${subject}\n${start.slice(0, 2_000)}`))) return null
  const isLate = late.test(subject) || (listed.length === 0 && late.test(start.slice(0, 600)))
  const lines = start.split('\n')
  const why = lines.find((line) => /\b[45]\.\d\.\d{1,3}\b|\b[45]\d\d[ -]/.test(line)) ?? ''
  const named = lines.flatMap((line) => line.match(/[^\s<>;:"'(),[\]]{1,64}@[^\s<>;:"'(),[\]]{1,190}/g) ?? [])
  const addresses = listed.length > 0 ? listed : named.map((one) => one.toLowerCase().replace(/\.$/, ''))
  return {
    action: isLate ? 'delayed' : 'failed',
    recipients: [...new Set(addresses)].slice(0, maxRecipients).map((address) => ({ address, words: oneLine(why) })),
    messageIds: messageIdsIn([start, ...returned]),
  }
}

/** Of the addresses that a report names those that the message went to. By its key, the only recipient of the message stands for where it led. */
export function reachedBy(
  { recipients }: Pick<DeliveryReport, 'recipients'>,
  { sentTo, isByKey }: { sentTo: readonly string[]; isByKey: boolean },
): DeliveryReport['recipients'] {
  const own = recipients.filter(({ address }) => sentTo.includes(address))
  const [only, ...others] = sentTo
  return own.length > 0 || !isByKey || only === undefined || others.length > 0
    ? own
    : [{ address: only, words: recipients[0]?.words ?? '' }]
}
