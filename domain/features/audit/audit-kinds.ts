/**
 * Kinds of the audit log: security events, separate from the event log. Facts contain ids, counts, states and domains;
 * never a secret, name, address or content.
 */
import { asCount, asText, type EventData, type EventFact, fact, facts, moved } from '../events/event-facts.ts'

export const auditGroups = {
  doors: 'Signing in',
  people: 'People and roles',
  out: 'Exports and e-mails',
  erasing: 'Deletion and personal data',
  uploads: 'Uploads',
  rules: 'Settings',
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
  'signed-in': { group: 'doors', words: 'Signed in', facts: fact('Device', 'device') },
  'sign-in-refused': {
    group: 'doors',
    words: 'Sign-in refused',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'signed-out': { group: 'doors', words: 'Signed out' },
  'session-ended': { group: 'doors', words: 'Sessions ended', facts: facts(reason, fact('Sessions', 'sessions', asCount)) },
  'new-device': { group: 'doors', words: 'Signed in from a new device', facts: fact('Device', 'device') },
  'identity-confirmed': { group: 'doors', words: 'Identity confirmed' },
  'identity-refused': {
    group: 'doors',
    words: 'Identity not confirmed',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'account-activated': { group: 'doors', words: 'Account activated' },
  'password-reset-asked': { group: 'doors', words: 'Link for a new password sent' },
  'operator-link': { group: 'doors', words: 'Link for a new password made by the operator' },
  'password-changed': { group: 'doors', words: 'Password changed', facts: fact('How', 'how') },
  'email-change-asked': { group: 'doors', words: 'New e-mail address entered' },
  'email-change-cancelled': { group: 'doors', words: 'New e-mail address cancelled' },
  'email-changed': { group: 'doors', words: 'E-mail address changed' },
  'email-confirmed': { group: 'doors', words: 'E-mail address confirmed' },

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

  'report-downloaded': { group: 'out', words: 'Workflow report downloaded', facts: size },
  'report-emailed': { group: 'out', words: 'Workflow report e-mailed', facts: facts(size, recipients) },
  'list-downloaded': { group: 'out', words: 'List of properties downloaded', facts: size },
  'dashboard-downloaded': { group: 'out', words: 'Dashboard downloaded', facts: size },
  'document-downloaded': { group: 'out', words: 'Document downloaded', facts: size },
  'document-emailed': { group: 'out', words: 'Document e-mailed', facts: facts(size, recipients) },
  'memo-downloaded': { group: 'out', words: 'Memorandum of sale downloaded', facts: size },
  'memo-emailed': { group: 'out', words: 'Memorandum of sale e-mailed', facts: facts(size, recipients) },
  'recipient-refused': {
    group: 'out',
    words: 'E-mail to a domain that is not allowed refused',
    facts: facts(fact('Domains', 'domains', asText), fact('Times', 'count', asCount)),
    refusal: true,
  },
  'person-searched': { group: 'out', words: 'Personal data searched', facts: fact('Found', 'found', asCount) },
  'person-exported': { group: 'out', words: 'Personal data exported', facts: size },
  'own-data-exported': { group: 'out', words: 'Own personal data exported', facts: size },

  'person-erased': { group: 'erasing', words: 'Person erased' },
  'property-deleted': { group: 'erasing', words: 'Property deleted' },
  'branch-deleted': { group: 'erasing', words: 'Branch deleted' },
  'company-deleted': { group: 'erasing', words: 'Company deleted' },
  'property-restored': { group: 'erasing', words: 'Property restored' },
  'branch-restored': { group: 'erasing', words: 'Branch restored' },
  'company-restored': { group: 'erasing', words: 'Company restored' },
  'contact-deleted': { group: 'erasing', words: 'Contact deleted' },
  'contact-merged': { group: 'erasing', words: 'Duplicate contacts merged' },
  'contact-restored': { group: 'erasing', words: 'Contact restored' },
  'document-deleted': { group: 'erasing', words: 'Document deleted' },
  'note-deleted': { group: 'erasing', words: 'Note deleted' },

  'upload-infected': {
    group: 'uploads',
    words: 'Infected file refused',
    facts: facts(fact('Found', 'found'), fact('Times', 'count', asCount)),
    refusal: true,
  },

  'company-created': { group: 'rules', words: 'Company created' },
  'branch-created': { group: 'rules', words: 'Branch created' },
  'settings-changed': { group: 'rules', words: 'Settings changed', facts: fact('Changed', 'changed') },
  'retention-changed': { group: 'rules', words: 'Retention changed' },

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
