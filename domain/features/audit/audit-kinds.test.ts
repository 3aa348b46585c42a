import { expect, test } from 'vitest'
import { auditedEvenIfRolledBack, auditKinds, describeAuditEvent } from './audit-kinds.ts'

test('every kind has a group, words and facts that an empty line does not break', () => {
  for (const kind of Object.keys(auditKinds))
    expect(describeAuditEvent(kind, {})).toMatchObject({ words: expect.any(String), facts: [] })
})

test('a line reads as what happened and its facts', () => {
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

test('refusals and support access are written whatever becomes of the call', () => {
  expect(auditedEvenIfRolledBack).toEqual([
    'support-access',
    'sign-in-refused',
    'identity-refused',
    'recipient-refused',
    'upload-infected',
  ])
})
