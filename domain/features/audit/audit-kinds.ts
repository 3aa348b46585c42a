/**
 * Kinds of the audit log: security events, separate from the event log. Facts contain ids, counts, states and domains;
 * never a secret, name, address or content.
 */
import { userTypeLabels } from '../../access/permissions.ts'
import {
  asChoice,
  asCount,
  asDay,
  asText,
  asYesNo,
  type EventData,
  type EventFact,
  fact,
  facts,
  moved,
} from '../events/event-facts.ts'
import { linkPartyLabels } from '../party-links/party-links.model.ts'
import { providerLabels } from '../single-sign-on/single-sign-on.rules.ts'

/** Groups of "Registry of kinds with words and group" ([trust §3](docs/design/trust.md#3)), and access by the platform. */
export const auditGroups = {
  doors: 'Signing in',
  people: 'People and roles',
  out: 'Taken out',
  in: 'Brought in',
  erasing: 'Deleted and erased',
  rules: 'Rules and settings',
  record: 'Record',
  support: 'Access by the platform',
} as const
export type AuditGroup = keyof typeof auditGroups

type AuditKindDefinition = {
  group: AuditGroup
  /** Short description of the event, without time, author, subject and network. */
  label: string
  facts?: (data: EventData) => EventFact[]
  /** A refused action. Refusals are counted in one row per account, network, reason and quarter of an hour. */
  refusal?: true
}

/** Stored in hundredths of a percent. */
const asDeduction = (value: unknown) => (typeof value === 'number' ? `${value / 100} %` : undefined)
/** Label of a stored code; unknown codes are shown unchanged. */
const asName =
  (words: Readonly<Record<string, string>>) =>
  (value: unknown): string | undefined => {
    const name = asText(value)
    return name === undefined ? undefined : (words[name] ?? name)
  }
const asRole = asName(userTypeLabels)
/** Roles separated by commas. */
const asRoles = (value: unknown) => asText(value)?.split(', ').map(asRole).join(', ')
const asFactor = asName({
  password: 'Password',
  totp: 'Authenticator app',
  passkey: 'Passkey',
  sso: 'Single sign-on',
  recovery: 'Recovery code',
})
const asReason = asName({
  'wrong-password': 'Wrong password',
  'too-many-tries': 'Too many attempts',
  deactivated: 'Deactivated account',
  'needs-provider': 'Single sign-on required',
  'wrong-code': 'Wrong code',
  'wrong-recovery-code': 'Wrong recovery code',
  'wrong-passkey': 'Wrong passkey',
  'unknown-passkey': 'Unknown passkey',
  counter: 'Copied passkey: its counter decreased',
  ended: 'By its owner',
  'ended-by-administrator': 'By an administrator',
  password: 'New password',
  email: 'New e-mail address',
  'account-ended': 'Account ended',
  'factors-reset': 'Second factors reset',
  'provider-required': 'Single sign-on required',
})
const reason = fact('Reason', 'reason', asReason)
const size = facts(fact('Rows', 'rows', asCount), fact('Bytes', 'bytes', asCount))
const recipients = facts(fact('Recipients', 'recipients', asCount), fact('Domains', 'domains', asText))

const importFacts = facts(fact('Name', 'name'), fact('Rows', 'rows', asCount))
const appFacts = facts(fact('Host', 'host'), fact('State', 'state'), fact('May', 'scopes'))
const asGrantEnd = asName({
  person: 'By its owner',
  administrator: 'By an administrator',
  application: 'By the application',
  reuse: 'A key used twice',
})
const keyFacts = facts(fact('Key', 'prefix'), fact('May', 'scopes'), fact('Ends on', 'endsOn', asDay))

export const auditKinds = {
  'signed-in': {
    group: 'doors',
    label: 'Signed in',
    facts: facts(fact('With', 'way', asFactor), fact('Second factor', 'second', asFactor)),
  },
  'sign-in-refused': {
    group: 'doors',
    label: 'Sign-in refused',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'locked-out': {
    group: 'doors',
    label: 'Locked out after too many attempts',
    facts: fact('Times', 'count', asCount),
    refusal: true,
  },
  'signed-out': { group: 'doors', label: 'Signed out' },
  'session-ended': { group: 'doors', label: 'Sessions ended', facts: facts(reason, fact('Sessions', 'sessions', asCount)) },
  'new-device': { group: 'doors', label: 'Signed in from a new device' },
  'identity-confirmed': { group: 'doors', label: 'Identity confirmed' },
  'identity-refused': {
    group: 'doors',
    label: 'Identity not confirmed',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'second-factor-refused': {
    group: 'doors',
    label: 'Second factor refused',
    facts: facts(reason, fact('Times', 'count', asCount)),
    refusal: true,
  },
  'factor-added': { group: 'doors', label: 'Second factor added', facts: fact('Factor', 'factor', asFactor) },
  'factor-removed': { group: 'doors', label: 'Second factor removed', facts: fact('Factor', 'factor', asFactor) },
  'factors-reset': { group: 'doors', label: 'Second factors reset by an administrator' },
  'recovery-codes-made': { group: 'doors', label: 'Recovery codes made' },
  'recovery-code-used': { group: 'doors', label: 'Recovery code used' },
  'sign-in-policy-changed': {
    group: 'doors',
    label: 'Second factor policy changed',
    facts: facts(moved('Roles', { from: 'from', to: 'to' }, asRoles), fact('From', 'requiredFrom', asDay)),
  },
  'provider-changed': {
    group: 'doors',
    label: 'Single sign-on changed',
    facts: facts(
      fact('Provider', 'provider', asChoice(providerLabels)),
      fact('Changed', 'changed'),
      fact('Required', 'required'),
    ),
  },
  'provider-tested': {
    group: 'doors',
    label: 'Single sign-on tested',
    facts: fact('Provider', 'provider', asChoice(providerLabels)),
  },
  'domain-confirmed': { group: 'doors', label: 'E-mail domain confirmed', facts: fact('Domain', 'domain') },
  'domain-removed': { group: 'doors', label: 'E-mail domain no longer confirmed', facts: fact('Domain', 'domain') },
  'break-glass-set': {
    group: 'people',
    label: 'Emergency administrator',
    facts: moved('Chosen', { from: 'from', to: 'to' }),
  },
  'single-sign-on-tied': { group: 'doors', label: 'Account linked to the company’s provider' },
  'single-sign-on-refused': {
    group: 'doors',
    label: 'Single sign-on refused',
    facts: facts(fact('Number', 'number'), reason, fact('Detail', 'detail'), fact('For', 'purpose')),
    refusal: true,
  },
  'account-activated': { group: 'doors', label: 'Account activated' },
  'password-reset-asked': { group: 'doors', label: 'Link for a new password sent' },
  'operator-link': { group: 'doors', label: 'Link for a new password created by the operator' },
  'password-changed': {
    group: 'doors',
    label: 'Password changed',
    facts: fact('How', 'how', asName({ own: 'By its owner', forced: 'As required at sign-in', link: 'By a link' })),
  },
  'email-change-asked': { group: 'doors', label: 'New e-mail address entered' },
  'email-change-cancelled': { group: 'doors', label: 'New e-mail address cancelled' },
  'email-changed': { group: 'doors', label: 'E-mail address changed' },
  'email-confirmed': { group: 'doors', label: 'E-mail address confirmed' },

  'name-changed': { group: 'people', label: 'Name changed' },
  'account-created': { group: 'people', label: 'Account created', facts: fact('Role', 'role', asRole) },
  'account-ended': { group: 'people', label: 'Account ended', facts: fact('Role', 'role', asRole) },
  'account-restored': { group: 'people', label: 'Account restored', facts: fact('Role', 'role', asRole) },
  'account-deactivated': { group: 'people', label: 'Account deactivated', facts: fact('Role', 'role', asRole) },
  'account-reactivated': { group: 'people', label: 'Account reactivated', facts: fact('Role', 'role', asRole) },
  'invitation-sent': { group: 'people', label: 'Invitation sent' },
  'branch-join-asked': { group: 'people', label: 'Administrator asked to add somebody to a branch' },
  'branch-join-declined': { group: 'people', label: 'Adding to a branch declined' },
  'sales-handed-over': {
    group: 'people',
    label: 'Sales handed over',
    facts: facts(fact('Sales', 'sales', asCount), fact('Tasks', 'tasks', asCount)),
  },
  'role-changed': { group: 'people', label: 'Role changed', facts: moved('Role', { from: 'from', to: 'to' }, asRole) },
  'reach-changed': {
    group: 'people',
    label: 'Areas or all branches of a user changed',
    facts: facts(
      moved('Areas', { from: 'areasBefore', to: 'areas' }, asCount),
      moved('All branches', { from: 'allBefore', to: 'all' }, asYesNo),
    ),
  },
  'area-changed': {
    group: 'people',
    label: 'Area changed',
    facts: facts(fact('Change', 'change'), fact('Branches', 'branches', asCount), fact('Managers', 'managers', asCount)),
  },
  'branch-joined': { group: 'people', label: 'Added to a branch' },
  'branch-left': { group: 'people', label: 'Removed from a branch' },
  'party-edited': {
    group: 'people',
    label: 'Contact details of a solicitor or broker changed',
    facts: facts(fact('Changed', 'changed'), fact('Open sales', 'sales', asCount)),
  },

  'report-downloaded': { group: 'out', label: 'Workflow report downloaded', facts: size },
  'report-emailed': { group: 'out', label: 'Workflow report e-mailed', facts: facts(size, recipients) },
  'list-downloaded': { group: 'out', label: 'List of properties downloaded', facts: size },
  'import-report-downloaded': { group: 'out', label: 'Report of an import downloaded', facts: size },
  'forecast-downloaded': { group: 'out', label: 'Forecast downloaded', facts: size },
  'week-downloaded': { group: 'out', label: 'Week downloaded', facts: size },
  'week-mailed': { group: 'out', label: 'Week e-mailed', facts: facts(size, recipients) },
  'dashboard-downloaded': { group: 'out', label: 'Dashboard downloaded', facts: size },
  'document-downloaded': { group: 'out', label: 'Document downloaded', facts: size },
  'mail-original-downloaded': { group: 'out', label: 'Original of an e-mail downloaded', facts: size },
  'bank-details-shown': { group: 'out', label: 'Bank details of an e-mail shown' },
  'document-emailed': { group: 'out', label: 'Document e-mailed', facts: facts(size, recipients) },
  'memo-downloaded': { group: 'out', label: 'Memorandum of sale downloaded', facts: size },
  'memo-emailed': { group: 'out', label: 'Memorandum of sale e-mailed', facts: facts(size, recipients) },
  'recipient-refused': {
    group: 'out',
    label: 'E-mail to a domain that is not allowed was refused',
    facts: facts(fact('Domains', 'domains', asText), fact('Times', 'count', asCount)),
    refusal: true,
  },
  'check-file-opened': { group: 'out', label: 'File of a customer check opened', facts: size },
  'register-read': { group: 'out', label: 'Register of customer checks read' },
  'checks-exported': { group: 'out', label: 'Inspector’s file requested', facts: fact('Files', 'withFiles', asYesNo) },
  'checks-downloaded': { group: 'out', label: 'Inspector’s file downloaded', facts: size },
  'audit-downloaded': { group: 'out', label: 'Audit downloaded', facts: fact('Lines', 'rows', asCount) },
  'feed-made': { group: 'out', label: 'Calendar feed made', facts: fact('Shows', 'kinds') },
  'feed-ended': { group: 'out', label: 'Calendar feed ended' },
  'app-asked': { group: 'out', label: 'Application asked for', facts: appFacts },
  'app-connected': { group: 'out', label: 'Application connected', facts: appFacts },
  'assistant-call': {
    group: 'out',
    label: 'Tool of an assistant used',
    facts: facts(fact('Tool', 'tool'), fact('Rows', 'rows', asCount), fact('Refused', 'code')),
  },
  'app-ended': { group: 'out', label: 'Application ended', facts: fact('Reason', 'reason', asGrantEnd) },
  'party-link-sent': { group: 'out', label: 'Link to a sale sent', facts: fact('Party', 'party', asName(linkPartyLabels)) },
  'party-link-revoked': { group: 'out', label: 'Link to a sale ended', facts: fact('Party', 'party', asName(linkPartyLabels)) },
  'webhook-saved': { group: 'out', label: 'Webhook made or changed', facts: facts(fact('Host', 'host'), fact('What', 'what')) },
  'mail-account-saved': { group: 'out', label: 'Mail account made or changed', facts: fact('What', 'what') },
  'webhook-switched': { group: 'out', label: 'Webhook switched on or off', facts: facts(fact('Host', 'host'), fact('To', 'to')) },
  'person-searched': { group: 'out', label: 'Personal data searched', facts: fact('Found', 'found', asCount) },
  'person-exported': { group: 'out', label: 'Personal data exported', facts: size },
  'own-data-exported': { group: 'out', label: 'Own personal data exported', facts: size },

  'person-erased': { group: 'erasing', label: 'Person erased' },
  'retention-applied': {
    group: 'erasing',
    label: 'Old sales and e-mails emptied',
    facts: facts(fact('Sales', 'sales', asCount), fact('E-mails', 'mails', asCount)),
  },
  'property-deleted': { group: 'erasing', label: 'Property deleted' },
  'branch-deleted': { group: 'erasing', label: 'Branch deleted' },
  'company-deleted': { group: 'erasing', label: 'Company deleted' },
  'property-restored': { group: 'erasing', label: 'Property restored' },
  'branch-restored': { group: 'erasing', label: 'Branch restored' },
  'company-restored': { group: 'erasing', label: 'Company restored' },
  'contact-deleted': { group: 'erasing', label: 'Contact deleted' },
  'contact-merged': { group: 'erasing', label: 'Duplicate contacts merged' },
  'contact-restored': { group: 'erasing', label: 'Contact restored' },
  'document-deleted': { group: 'erasing', label: 'Document deleted' },
  'note-deleted': { group: 'erasing', label: 'Note deleted' },

  'upload-infected': {
    group: 'in',
    label: 'Infected file refused',
    facts: facts(fact('Found', 'found'), fact('Times', 'count', asCount)),
    refusal: true,
  },

  'company-created': { group: 'rules', label: 'Company created' },
  'branch-created': { group: 'rules', label: 'Branch created' },
  'settings-changed': { group: 'rules', label: 'Settings changed', facts: fact('Changed', 'changed') },
  'fees-changed': {
    group: 'rules',
    label: 'Fee or notice policy changed',
    facts: facts(
      moved('Fee deduction', { from: 'feeBefore', to: 'feeAfter' }, asDeduction),
      fact('Own deduction of the branch', 'ownDeduction', asYesNo),
      moved('Days of notice', { from: 'noticeBefore', to: 'noticeAfter' }, asCount),
    ),
  },
  'app-decided': { group: 'rules', label: 'Application decided on', facts: appFacts },
  'api-key-made': { group: 'rules', label: 'API key made', facts: keyFacts },
  'api-key-edited': { group: 'rules', label: 'API key changed', facts: keyFacts },
  'api-key-rotated': {
    group: 'rules',
    label: 'API key rotated',
    facts: facts(keyFacts, fact('Days until the old one ends', 'oldEndsAfterDays', asCount)),
  },
  'api-key-revoked': { group: 'rules', label: 'API key revoked', facts: keyFacts },
  'reasons-changed': { group: 'rules', label: 'Fall-off reasons changed' },
  'gates-changed': { group: 'rules', label: 'Gates changed', facts: fact('Changed', 'changed') },
  'gate-overridden': {
    group: 'rules',
    label: 'Items of a gate overridden',
    facts: facts(
      fact('Gate', 'gate', asName({ accept: 'Accepting an offer', exchange: 'Exchange' })),
      fact('Items', 'items', asCount),
    ),
  },
  'sale-file-edited': { group: 'rules', label: 'Settings of the sale’s file changed', facts: fact('Changed', 'changed') },
  'retention-changed': { group: 'erasing', label: 'Retention changed' },

  'record-verified': { group: 'record', label: 'Record verified', facts: fact('Up to entry', 'upTo', asCount) },
  'record-not-whole': {
    group: 'record',
    label: 'Record failed verification',
    facts: facts(fact('At entry', 'brokenAt', asCount), fact('What', 'what')),
  },
  'record-file-made': { group: 'out', label: 'Record file made', facts: fact('Copy', 'copy') },
  'record-file-downloaded': { group: 'out', label: 'Record file downloaded', facts: size },
  'import-run': { group: 'in', label: 'Import run', facts: importFacts },
  'import-undone': { group: 'in', label: 'Import undone', facts: importFacts },
  'export-asked': { group: 'out', label: 'Full export requested' },
  'export-downloaded': { group: 'out', label: 'Full export downloaded', facts: size },
  'archive-uploaded': { group: 'in', label: 'Upload of an archive begun', facts: size },
  'archive-verified': { group: 'in', label: 'Archive verified' },
  'archive-refused': { group: 'in', label: 'Archive refused' },
  'archive-restored': { group: 'in', label: 'Company restored from an archive' },
  'archive-given-up': { group: 'in', label: 'Restore from an archive given up' },
  'archive-removed': { group: 'in', label: 'Uploaded archive removed' },
  'everybody-invited': { group: 'out', label: 'All users of a company invited' },
  'checkpoint-not-sent': { group: 'record', label: 'Checkpoint not sent', facts: fact('Up to entry', 'position', asCount) },

  'support-access': { group: 'support', label: 'Calls by a platform administrator' },
  'support-asked': {
    group: 'support',
    label: 'A platform administrator requested access',
    facts: fact('Hours', 'hours', asCount),
  },
  'support-opened': {
    group: 'support',
    label: 'A platform administrator entered',
    facts: fact('Hours', 'hours', asCount),
  },
  'support-refused': { group: 'support', label: 'Access by a platform administrator refused' },
  'support-ended': { group: 'support', label: 'Access by a platform administrator ended' },
  'support-approval-changed': {
    group: 'support',
    label: 'Approval of access by the platform changed',
    facts: fact('Approval', 'to'),
  },
  'mail-read': { group: 'support', label: 'Text or file of an e-mail read', facts: size },
  'mail-retried': { group: 'support', label: 'E-mail sent again' },
  'job-retried': { group: 'support', label: 'Background job run again' },
  'stuck-work-retried': { group: 'support', label: 'Stuck work tried again' },
} as const satisfies Record<string, AuditKindDefinition>

export type AuditKind = keyof typeof auditKinds

export const isRefusal = (kind: AuditKind): boolean => (auditKinds[kind] as AuditKindDefinition).refusal === true

/** Refusals, and support access recorded in advance. Stored even if the call is rolled back. */
export const auditedEvenIfRolledBack: readonly AuditKind[] = [
  'support-access',
  ...(Object.keys(auditKinds) as AuditKind[]).filter(isRefusal),
]

/** Returns label and facts of an audit entry, or `null` for an unknown kind. */
export function describeAuditEvent(
  kind: string,
  data: EventData,
): { group: AuditGroup; words: string; facts: EventFact[] } | null {
  if (!Object.hasOwn(auditKinds, kind)) return null
  const { group, label, facts: factsIn }: AuditKindDefinition = auditKinds[kind as AuditKind]
  return { group, words: label, facts: factsIn?.(data) ?? [] }
}

const isOfGroup = (kind: AuditKind, groups: readonly AuditGroup[]): boolean => groups.includes(auditKinds[kind].group)

/** Returns the kinds of these groups that are also among `kinds`; `undefined` means all. */
export function auditKindsOf(
  groups: readonly AuditGroup[] | undefined,
  kinds: readonly AuditKind[] | undefined,
): AuditKind[] | undefined {
  if (!groups && !kinds) return undefined
  return (kinds ?? (Object.keys(auditKinds) as AuditKind[])).filter((kind) => !groups || isOfGroup(kind, groups))
}

/** "Role: Branch Staff → Branch Admin" */
export const auditFactText = ({ what, from, to }: EventFact): string =>
  from === undefined ? `${what}: ${to ?? ''}` : `${what}: ${from} → ${to ?? 'none'}`
