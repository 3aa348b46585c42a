import { showDate, weekdayName } from '@gya/domain/common/dates.ts'
import { nameInMail } from '@gya/domain/common/web-address.ts'
import type { Message } from './outbox.ts'

/** A line of the digest, with the address of its property. */
export type DigestLine = { what: string; address: string | null }
export type DigestCall = { name: string; tel: string; points: number; count: number }

export type Digest = {
  today: string
  tasks: readonly DigestLine[]
  callBacks: readonly DigestLine[]
  calls: readonly DigestCall[]
  untold: readonly DigestLine[]
}

export const isEmptyDigest = ({ tasks, callBacks, calls, untold }: Digest): boolean =>
  [tasks, callBacks, calls, untold].every(({ length }) => length === 0)

const lineText = ({ what, address }: DigestLine): string => (address === null ? what : `${address}: ${what}`)

const callText = ({ name, tel, points, count }: DigestCall): string =>
  [name, tel, count === 1 ? '1 thing to settle' : `${count} things to settle`, `${points} points`].filter(Boolean).join(', ')

/** To a person who subscribed to it: their action items at the start of the day. */
export function digestEmail(
  to: { email: string; first_name: string; company_id: string },
  digest: Digest,
  publicUrl: string,
): Message {
  const { today, tasks, callBacks, calls, untold } = digest
  const sections: [title: string, lines: string[]][] = [
    ['Calls promised', callBacks.map(lineText)],
    ['Tasks due', tasks.map(lineText)],
    ['The calls worth most', calls.map(callText)],
    ['Vendors not told', untold.map(lineText)],
  ]
  return {
    to: [to.email],
    companyId: to.company_id,
    subject: `Your day, ${weekdayName(today)} ${showDate(today)}`,
    text: [
      `Hello ${nameInMail(to.first_name)},`,
      ...sections.flatMap(([title, lines]) =>
        lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join('\n')],
      ),
      `All of it: ${publicUrl}/today`,
      `You get this on weekdays at the time you chose. Switch it off in your profile: ${publicUrl}/profile`,
    ].join('\n\n'),
  }
}
