import { addDays, type DateOnly } from '@gya/domain/common/dates.ts'
import type { AuditKind } from '@gya/domain/features/audit/audit-kinds.ts'
import type { CurrentTime } from '@gya/domain/features/timeline/timeline.model.ts'
import type { Insertable } from 'kysely'
import type { Audit } from '../db/schema.ts'
import { type SeededRandom, seededIds, seededRandom } from './seeded-random.ts'
import { momentAt, workday } from './workdays.ts'

const agents = {
  office: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  laptop: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}
const networks = { office: '203.0.113.20', laptop: '198.51.100.74', phone: '192.0.2.131' }
type Device = keyof typeof agents

type Person = { id: string; type: string }

/** Entries that somebody causes on some days while signed in, with the share of days. */
const acts: readonly {
  kind: AuditKind
  share: number
  data: (random: SeededRandom) => Record<string, unknown>
  adminsOnly?: true
}[] = [
  { kind: 'document-downloaded', share: 0.3, data: (random) => ({ bytes: random.int(40_000, 2_400_000) }) },
  {
    kind: 'document-emailed',
    share: 0.14,
    data: (random) => ({
      bytes: random.int(40_000, 900_000),
      recipients: 1,
      domains: random.pick(['lockridge-law.example', 'people.example']),
    }),
  },
  { kind: 'report-downloaded', share: 0.05, data: (random) => ({ rows: random.int(30, 150) }) },
  {
    kind: 'memo-emailed',
    share: 0.06,
    data: (random) => ({ bytes: random.int(60_000, 90_000), recipients: 3, domains: 'lockridge-law.example' }),
  },
  { kind: 'list-downloaded', share: 0.1, data: (random) => ({ rows: random.int(80, 160) }), adminsOnly: true },
  { kind: 'dashboard-downloaded', share: 0.12, data: (random) => ({ rows: random.int(10, 24) }), adminsOnly: true },
  { kind: 'identity-confirmed', share: 0.04, data: () => ({}), adminsOnly: true },
]

/** Single entries by the administrator, with the number of days ago. */
const once: readonly { daysAgo: number; kind: AuditKind; about?: 'somebody'; data: Record<string, unknown> }[] = [
  { daysAgo: 57, kind: 'settings-changed', data: { changed: 'idle limit of sessions' } },
  { daysAgo: 49, kind: 'role-changed', about: 'somebody', data: { from: 'BRANCH_STAFF', to: 'BRANCH_ADMIN' } },
  { daysAgo: 41, kind: 'person-searched', data: { found: 2 } },
  { daysAgo: 41, kind: 'person-exported', data: { bytes: 38_211 } },
  { daysAgo: 33, kind: 'fees-changed', data: { noticeBefore: 7, noticeAfter: 14 } },
  { daysAgo: 26, kind: 'gates-changed', data: { changed: 'items, accept: warn, exchange: warn' } },
  { daysAgo: 19, kind: 'reasons-changed', data: {} },
  { daysAgo: 12, kind: 'session-ended', about: 'somebody', data: { reason: 'ended-by-administrator', sessions: 1 } },
  { daysAgo: 5, kind: 'record-verified', data: { upTo: 1_204 } },
  { daysAgo: 3, kind: 'gate-overridden', data: { gate: 'accept', items: 1 } },
]

type Line = {
  at: string
  kind: AuditKind
  userId: string | null
  aboutUserId?: string
  session?: string
  device: Device
  data: Record<string, unknown>
}

/** "60 days of audit". [trust §9](docs/design/trust.md#9). */
export function demoAudit(companyId: string, staff: readonly Person[], present: CurrentTime): Insertable<Audit>[] {
  const random = seededRandom('demo audit')
  const newId = seededIds(random)
  const lines: Line[] = []
  const add = (day: DateOnly, minute: number, line: Omit<Line, 'at'>) =>
    lines.push({ at: momentAt(day, minute, present).now, ...line })
  for (let daysAgo = 60; daysAgo > 0; daysAgo -= 1) {
    const day = addDays(present.today, -daysAgo)
    if (day === workday(day)) for (const person of staff) addDay(person, day)
    const happened = once.filter((one) => one.daysAgo === daysAgo)
    const admin = staff.find(({ type }) => type === 'COMPANY_ADMIN')
    if (admin)
      for (const [index, { kind, about, data }] of happened.entries())
        add(day, 670 + index, {
          kind,
          userId: admin.id,
          device: 'office',
          data,
          ...(about ? { aboutUserId: random.pick(staff).id } : {}),
        })
  }
  return lines
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at, kind, userId, aboutUserId, session, device, data }) => ({
      company_id: companyId,
      id: newId(at),
      at,
      kind,
      user_id: userId,
      about_user_id: aboutUserId ?? null,
      session_log_id: session ?? null,
      network: networks[device],
      data: JSON.stringify({ ...data, userAgent: agents[device] }),
    }))

  function addDay({ id, type }: Person, day: DateOnly): void {
    if (random.chance(0.12)) return
    const arrives = random.int(505, 560)
    const device: Device = random.chance(0.8) ? 'office' : 'laptop'
    if (random.chance(0.05))
      add(day, arrives - 1, {
        kind: 'sign-in-refused',
        userId: null,
        aboutUserId: id,
        device,
        data: { reason: 'wrong-password', count: random.int(1, 3) },
      })
    const session = newId(momentAt(day, arrives, present).now)
    add(day, arrives, { kind: 'signed-in', userId: id, session, device, data: { way: 'password' } })
    for (const { kind, share, data, adminsOnly } of acts)
      if (random.chance(share) && (!adminsOnly || type === 'COMPANY_ADMIN'))
        add(day, random.int(arrives + 1, 1_020), { kind, userId: id, session, device, data: data(random) })
    if (random.chance(0.1)) {
      const onPhone = newId(momentAt(day, 730, present).now)
      add(day, 730, { kind: 'signed-in', userId: id, session: onPhone, device: 'phone', data: { way: 'password' } })
    }
    if (random.chance(0.5)) add(day, random.int(1_030, 1_070), { kind: 'signed-out', userId: id, session, device, data: {} })
  }
}
