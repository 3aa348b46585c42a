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
  record: 'Record',
  support: 'Access by the platform',
} as const
export type AuditGroup = keyof typeof auditGroups

type AuditKindDefinition = {
  group: AuditGroup
  /** Short description; time, author, subject and network are shown beside it. */
  label: string
  facts?: (data: EventData) => EventFact[]
  /** A refused action: counted in one row per account, network, reason and quarter of an hour. */
  refusal?: true
}

const reason = fact('Reason', 'reason')
const size = facts(fact('Rows', 'rows', asCount), fact('Bytes', 'bytes', asCount))
const recipients = facts(fact('Recipients', 'recipients', asCount), fact('Domains', 'domains', asText))

export const auditKinds = {
  'signed-in': {
    group: 'signIn',
    label: 'Signed in',
    facts: facts(fact('With', 'way'), fact('Second factor', 'second'), fact('Device', 'device')),
  },
  'sign-in-refused': {
    group: 'signIn',
    label: 'Sign-in refused',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'signed-out': { group: 'signIn', label: 'Signed out' },
  'session-ended': { group: 'signIn', label: 'Sessions ended', facts: facts(reason, fact('Sessions', 'sessions', asCount)) },
  'new-device': { group: 'signIn', label: 'Signed in from a new device', facts: fact('Device', 'device') },
  'identity-confirmed': { group: 'signIn', label: 'Identity confirmed' },
  'identity-refused': {
    group: 'signIn',
    label: 'Identity not confirmed',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'second-factor-refused': {
    group: 'signIn',
    label: 'Second factor refused',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'factor-added': { group: 'signIn', label: 'Second factor added', facts: fact('Factor', 'factor') },
  'factor-removed': { group: 'signIn', label: 'Second factor removed', facts: fact('Factor', 'factor') },
  'factors-reset': { group: 'signIn', label: 'Second factors reset by an administrator' },
  'recovery-codes-made': { group: 'signIn', label: 'Recovery codes made' },
  'recovery-code-used': { group: 'signIn', label: 'Recovery code used' },
  'sign-in-policy-changed': {
    group: 'settings',
    label: 'Who needs a second factor changed',
    facts: facts(moved('Roles', { from: 'from', to: 'to' }), fact('From', 'requiredFrom')),
  },
  'account-activated': { group: 'signIn', label: 'Account activated' },
  'password-reset-asked': { group: 'signIn', label: 'Link for a new password sent' },
  'operator-link': { group: 'signIn', label: 'Link for a new password made by the operator' },
  'password-changed': { group: 'signIn', label: 'Password changed', facts: fact('How', 'how') },
  'email-change-asked': { group: 'signIn', label: 'New e-mail address entered' },
  'email-change-cancelled': { group: 'signIn', label: 'New e-mail address cancelled' },
  'email-changed': { group: 'signIn', label: 'E-mail address changed' },
  'email-confirmed': { group: 'signIn', label: 'E-mail address confirmed' },

  'account-created': { group: 'people', label: 'Account created', facts: fact('Role', 'role') },
  'account-ended': { group: 'people', label: 'Account ended', facts: fact('Role', 'role') },
  'account-restored': { group: 'people', label: 'Account restored', facts: fact('Role', 'role') },
  'account-deactivated': { group: 'people', label: 'Account deactivated', facts: fact('Role', 'role') },
  'account-reactivated': { group: 'people', label: 'Account reactivated', facts: fact('Role', 'role') },
  'invitation-sent': { group: 'people', label: 'Invitation sent again' },
  'branch-join-asked': { group: 'people', label: 'Administrator asked to add somebody to a branch' },
  'branch-join-declined': { group: 'people', label: 'Adding to a branch declined' },
  'sales-handed-over': { group: 'people', label: 'Sales handed over', facts: fact('Sales', 'sales', asCount) },
  'role-changed': { group: 'people', label: 'Role changed', facts: moved('Role', { from: 'from', to: 'to' }) },
  'branch-joined': { group: 'people', label: 'Added to a branch' },
  'branch-left': { group: 'people', label: 'Removed from a branch' },
  'party-edited': {
    group: 'people',
    label: 'Contact details of a solicitor or broker changed',
    facts: facts(fact('Changed', 'changed'), fact('Open sales', 'sales', asCount)),
  },

  'report-downloaded': { group: 'exports', label: 'Workflow report downloaded', facts: size },
  'report-emailed': { group: 'exports', label: 'Workflow report e-mailed', facts: facts(size, recipients) },
  'list-downloaded': { group: 'exports', label: 'List of properties downloaded', facts: size },
  'dashboard-downloaded': { group: 'exports', label: 'Dashboard downloaded', facts: size },
  'document-downloaded': { group: 'exports', label: 'Document downloaded', facts: size },
  'document-emailed': { group: 'exports', label: 'Document e-mailed', facts: facts(size, recipients) },
  'memo-downloaded': { group: 'exports', label: 'Memorandum of sale downloaded', facts: size },
  'memo-emailed': { group: 'exports', label: 'Memorandum of sale e-mailed', facts: facts(size, recipients) },
  'recipient-refused': {
    group: 'exports',
    label: 'E-mail to a domain that is not allowed refused',
    facts: facts(fact('Domains', 'domains', asText), fact('Times', 'count', asCount)),
    refusal: true,
  },
  'person-searched': { group: 'exports', label: 'Personal data searched', facts: fact('Found', 'found', asCount) },
  'person-exported': { group: 'exports', label: 'Personal data exported', facts: size },
  'own-data-exported': { group: 'exports', label: 'Own personal data exported', facts: size },

  'person-erased': { group: 'erasure', label: 'Person erased' },
  'property-deleted': { group: 'erasure', label: 'Property deleted' },
  'branch-deleted': { group: 'erasure', label: 'Branch deleted' },
  'company-deleted': { group: 'erasure', label: 'Company deleted' },
  'property-restored': { group: 'erasure', label: 'Property restored' },
  'branch-restored': { group: 'erasure', label: 'Branch restored' },
  'company-restored': { group: 'erasure', label: 'Company restored' },
  'contact-deleted': { group: 'erasure', label: 'Contact deleted' },
  'contact-merged': { group: 'erasure', label: 'Duplicate contacts merged' },
  'contact-restored': { group: 'erasure', label: 'Contact restored' },
  'document-deleted': { group: 'erasure', label: 'Document deleted' },
  'note-deleted': { group: 'erasure', label: 'Note deleted' },

  'upload-infected': {
    group: 'uploads',
    label: 'Infected file refused',
    facts: facts(fact('Found', 'found'), fact('Times', 'count', asCount)),
    refusal: true,
  },

  'company-created': { group: 'settings', label: 'Company created' },
  'branch-created': { group: 'settings', label: 'Branch created' },
  'settings-changed': { group: 'settings', label: 'Settings changed', facts: fact('Changed', 'changed') },
  'gates-changed': { group: 'settings', label: 'Gates changed', facts: fact('Changed', 'changed') },
  'gate-overridden': {
    group: 'settings',
    label: 'Items of a gate overridden',
    facts: facts(fact('Gate', 'gate'), fact('Items', 'items', asCount)),
  },
  'retention-changed': { group: 'settings', label: 'Retention changed' },

  'record-verified': { group: 'record', label: 'Record verified', facts: fact('Up to entry', 'upTo', asCount) },
  'record-not-whole': {
    group: 'record',
    label: 'Record found not whole',
    facts: facts(fact('At entry', 'brokenAt', asCount), fact('What', 'what')),
  },
  'checkpoint-not-sent': { group: 'record', label: 'Checkpoint not sent', facts: fact('Up to entry', 'position', asCount) },

  'support-access': { group: 'support', label: 'A platform administrator opened the company' },
  'mail-read': { group: 'support', label: 'Text or file of an e-mail read', facts: size },
  'mail-retried': { group: 'support', label: 'E-mail sent again' },
  'job-retried': { group: 'support', label: 'Background job run again' },
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
  const { group, label, facts: factsIn }: AuditKindDefinition = auditKinds[kind as AuditKind]
  return { group, words: label, facts: factsIn?.(data) ?? [] }
}
