import { describeAuditEvent } from '@gya/domain/features/audit/audit-kinds.ts'
import { expect, test } from 'vitest'
import { demoAudit } from './demo-audit.ts'
import { momentOf } from './workdays.ts'

test('demoAudit: 60 days of entries of known kinds, none of today or later', () => {
  const present = momentOf('2026-03-10T09:30:00.000Z')
  const staff = ['COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF'].map((type, n) => ({
    id: `019cd714-f23b-7000-8000-00000000000${n}`,
    type,
  }))
  const lines = demoAudit('019cd714-f23b-7000-8000-0000000000aa', staff, present)
  expect(lines.length).toBeGreaterThan(150)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
  for (const { kind, at, data } of lines) {
    expect({ kind, described: describeAuditEvent(kind, JSON.parse(data as string)) !== null }).toEqual({ kind, described: true })
    expect(at >= '2026-01-09' && at < '2026-03-10').toBe(true)
  }
  expect(demoAudit('019cd714-f23b-7000-8000-0000000000aa', staff, present)).toEqual(lines)
})
