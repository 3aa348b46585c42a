/**
 * Kinds of the audit log: security events, separate from the event log. Facts contain ids, counts, states and domains;
 * never a secret, name, address or content.
 */
import { asCount, asText, type EventData, type EventFact, fact, facts, moved } from '../events/event-facts.ts'

export const auditGroups = {
  signIn: 'Signing in',
  people: 'People and roles',
  exports: 'Exports and e-mails',
  erasure: 'Deletion and personal data',
  uploads: 'Uploads',
  settings: 'Settings',
  support: 'Access by the platform',
} as const
export type AuditGroup = keyof typeof auditGroups

type AuditKindDefinition = {
  group: AuditGroup
  /** Short description; time, author, subject and network are shown beside it. */
  words: string
  facts?: (data: EventData) => EventFact[]
  /** A refused action: counted in one row per account, network, reason and quarter of an hour. */
  refusal?: true
}

const reason = fact('Reason', 'reason')
const size = facts(fact('Rows', 'rows', asCount), fact('Bytes', 'bytes', asCount))
const recipients = facts(fact('Recipients', 'recipients', asCount), fact('Domains', 'domains', asText))

export const auditKinds = {
  'signed-in': { group: 'signIn', words: 'Signed in', facts: fact('Device', 'device') },
  'sign-in-refused': {
    group: 'signIn',
    words: 'Sign-in refused',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'signed-out': { group: 'signIn', words: 'Signed out' },
  'session-ended': { group: 'signIn', words: 'Sessions ended', facts: facts(reason, fact('Sessions', 'sessions', asCount)) },
  'new-device': { group: 'signIn', words: 'Signed in from a new device', facts: fact('Device', 'device') },
  'identity-confirmed': { group: 'signIn', words: 'Identity confirmed' },
  'identity-refused': {
    group: 'signIn',
    words: 'Identity not confirmed',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'account-activated': { group: 'signIn', words: 'Account activated' },
  'password-reset-asked': { group: 'signIn', words: 'Link for a new password sent' },
  'operator-link': { group: 'signIn', words: 'Link for a new password made by the operator' },
  'password-changed': { group: 'signIn', words: 'Password changed', facts: fact('How', 'how') },
  'email-change-asked': { group: 'signIn', words: 'New e-mail address entered' },
  'email-change-cancelled': { group: 'signIn', words: 'New e-mail address cancelled' },
  'email-changed': { group: 'signIn', words: 'E-mail address changed' },
  'email-confirmed': { group: 'signIn', words: 'E-mail address confirmed' },

  'account-created': { group: 'people', words: 'Account created', facts: fact('Role', 'role') },
  'account-ended': { group: 'people', words: 'Account ended', facts: fact('Role', 'role') },
  'account-restored': { group: 'people', words: 'Account restored', facts: fact('Role', 'role') },
  'account-deactivated': { group: 'people', words: 'Account deactivated', facts: fact('Role', 'role') },
  'account-reactivated': { group: 'people', words: 'Account reactivated', facts: fact('Role', 'role') },
  'invitation-sent': { group: 'people', words: 'Invitation sent again' },
  'branch-join-asked': { group: 'people', words: 'Administrator asked to add somebody to a branch' },
  'branch-join-declined': { group: 'people', words: 'Adding to a branch declined' },
  'sales-handed-over': { group: 'people', words: 'Sales handed over', facts: fact('Sales', 'sales', asCount) },
  'role-changed': { group: 'people', words: 'Role changed', facts: moved('Role', { from: 'from', to: 'to' }) },
  'branch-joined': { group: 'people', words: 'Added to a branch' },
  'branch-left': { group: 'people', words: 'Removed from a branch' },
  'party-edited': {
    group: 'people',
    words: 'Contact details of a solicitor or broker changed',
    facts: facts(fact('Changed', 'changed'), fact('Open sales', 'sales', asCount)),
  },

  'report-downloaded': { group: 'exports', words: 'Workflow report downloaded', facts: size },
  'report-emailed': { group: 'exports', words: 'Workflow report e-mailed', facts: facts(size, recipients) },
  'list-downloaded': { group: 'exports', words: 'List of properties downloaded', facts: size },
  'dashboard-downloaded': { group: 'exports', words: 'Dashboard downloaded', facts: size },
  'document-downloaded': { group: 'exports', words: 'Document downloaded', facts: size },
  'document-emailed': { group: 'exports', words: 'Document e-mailed', facts: facts(size, recipients) },
  'memo-downloaded': { group: 'exports', words: 'Memorandum of sale downloaded', facts: size },
  'memo-emailed': { group: 'exports', words: 'Memorandum of sale e-mailed', facts: facts(size, recipients) },
  'recipient-refused': {
    group: 'exports',
    words: 'E-mail to a domain that is not allowed refused',
    facts: facts(fact('Domains', 'domains', asText), fact('Times', 'count', asCount)),
    refusal: true,
  },
  'person-searched': { group: 'exports', words: 'Personal data searched', facts: fact('Found', 'found', asCount) },
  'person-exported': { group: 'exports', words: 'Personal data exported', facts: size },
  'own-data-exported': { group: 'exports', words: 'Own personal data exported', facts: size },

  'person-erased': { group: 'erasure', words: 'Person erased' },
  'property-deleted': { group: 'erasure', words: 'Property deleted' },
  'branch-deleted': { group: 'erasure', words: 'Branch deleted' },
  'company-deleted': { group: 'erasure', words: 'Company deleted' },
  'property-restored': { group: 'erasure', words: 'Property restored' },
  'branch-restored': { group: 'erasure', words: 'Branch restored' },
  'company-restored': { group: 'erasure', words: 'Company restored' },
  'contact-deleted': { group: 'erasure', words: 'Contact deleted' },
  'contact-merged': { group: 'erasure', words: 'Duplicate contacts merged' },
  'contact-restored': { group: 'erasure', words: 'Contact restored' },
  'document-deleted': { group: 'erasure', words: 'Document deleted' },
  'note-deleted': { group: 'erasure', words: 'Note deleted' },

  'upload-infected': {
    group: 'uploads',
    words: 'Infected file refused',
    facts: facts(fact('Found', 'found'), fact('Times', 'count', asCount)),
    refusal: true,
  },

  'company-created': { group: 'settings', words: 'Company created' },
  'branch-created': { group: 'settings', words: 'Branch created' },
  'settings-changed': { group: 'settings', words: 'Settings changed', facts: fact('Changed', 'changed') },
  'retention-changed': { group: 'settings', words: 'Retention changed' },

  'support-access': { group: 'support', words: 'A platform administrator opened the company' },
  'mail-read': { group: 'support', words: 'Text or file of an e-mail read', facts: size },
  'mail-retried': { group: 'support', words: 'E-mail sent again' },
  'job-retried': { group: 'support', words: 'Background job run again' },
} as const satisfies Record<string, AuditKindDefinition>

export type AuditKind = keyof typeof auditKinds

export const isRefusal = (kind: AuditKind): boolean => (auditKinds[kind] as AuditKindDefinition).refusal === true

/** Refusals, and support access recorded in advance: stored even if the call is rolled back. */
export const auditedEvenIfRolledBack: readonly AuditKind[] = [
  'support-access',
  ...(Object.keys(auditKinds) as AuditKind[]).filter(isRefusal),
]

/** Label and facts of an audit entry; null for an unknown kind. */
export function describeAuditEvent(
  kind: string,
  data: EventData,
): { group: AuditGroup; words: string; facts: EventFact[] } | null {
  if (!Object.hasOwn(auditKinds, kind)) return null
  const { group, words, facts: factsIn }: AuditKindDefinition = auditKinds[kind as AuditKind]
  return { group, words, facts: factsIn?.(data) ?? [] }
}
