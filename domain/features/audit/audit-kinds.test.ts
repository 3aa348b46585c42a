import { expect, test } from 'vitest'
import { auditedEvenIfRolledBack, auditKinds, auditKindsOf, describeAuditEvent } from './audit-kinds.ts'

test('auditKinds: every kind has a group, a label and facts that accept empty data', () => {
  for (const kind of Object.keys(auditKinds))
    expect(describeAuditEvent(kind, {})).toMatchObject({ words: expect.any(String), facts: [] })
})

test('describeAuditEvent: label and facts of an entry', () => {
  expect(describeAuditEvent('document-emailed', { bytes: 2048, recipients: 2, domains: 'law.example' })).toEqual({
    group: 'out',
    words: 'Document e-mailed',
    facts: [
      { what: 'Bytes', to: '2048' },
      { what: 'Recipients', to: '2' },
      { what: 'Domains', to: 'law.example' },
    ],
  })
  expect(describeAuditEvent('no-longer-written', {})).toBeNull()
})

test('auditedEvenIfRolledBack: refusals and support access', () => {
  expect(auditedEvenIfRolledBack).toEqual([
    'support-access',
    'sign-in-refused',
    'locked-out',
    'identity-refused',
    'second-factor-refused',
    'single-sign-on-refused',
    'recipient-refused',
    'upload-infected',
  ])
})

test('auditKindsOf: kinds of the groups, narrowed by the kinds chosen; none chosen: all', () => {
  expect(auditKindsOf(undefined, undefined)).toBeUndefined()
  expect(auditKindsOf(['people'], ['role-changed', 'signed-in'])).toEqual(['role-changed'])
  expect(auditKindsOf(['in'], undefined)).toContain('import-run')
  expect(auditKindsOf(['in'], undefined)).not.toContain('export-asked')
  expect(auditKindsOf(['doors'], ['signed-in', 'role-changed'])).toEqual(['signed-in'])
  expect(auditKindsOf(undefined, ['role-changed'])).toEqual(['role-changed'])
})
