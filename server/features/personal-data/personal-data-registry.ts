import type { EntryKind } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import type { DB } from '../../db/schema.ts'

/**
 * Whether each column of each table can hold personal data. Export, erasure and the privacy page are generated from this
 * list; a test compares it with the database.
 */

/** A person in a row: name, and e-mail and telephone where the table has them. */
export type PersonColumns = {
  kind: EntryKind
  name: readonly [string] | readonly [first: string, last: string]
  email?: string
  tel?: string
  /** Columns cleared with the person, with the replacement for those that cannot be empty. */
  alsoCleared?: Readonly<Record<string, string | null>>
  /** The row needs e-mail and telephone: they are replaced by values that reach nobody. */
  required?: true
}

export type TableData = {
  /** The personal data and its purpose; empty if there is none. */
  description: string
  label?: string
  key: readonly string[]
  people?: readonly PersonColumns[]
  /** Free text columns with their maximum length. */
  texts?: Readonly<Record<string, number>>
  json?: readonly string[]
  /** Arrays of e-mail addresses. */
  lists?: readonly string[]
  /** Deleted or cleared with the account. */
  accountColumns?: readonly string[]
  /** Reason for keeping a column with personal data. */
  keptReasons?: Readonly<Record<string, string>>
  /** Columns without personal data. */
  nonPersonal: readonly string[]
}

const place = ['line1', 'line2', 'town', 'county', 'country', 'postcode']
const names = (text: string): string[] => text.split(' ')

const saved = ['version', 'createdon', 'updatedon', 'updated_by']
const ids = ['company_id', 'id', 'property_id']
const address = 'the address of a home says who lived there only together with their name, which goes'
const agency = 'the agency’s own, public'

export const personalData = {
  action_item: {
    description: '',
    key: ['company_id', 'subject_id', 'key'],
    keptReasons: { description: 'derived anew' },
    nonPersonal: [
      ...names('company_id subject_id key property_id branch_id progressor_id kind party_ref party_role firm_id shows_on'),
      ...names('shows_until due_on due_at late_base late_per_day late_cap fee phase progress expected_exchange'),
    ],
  },
  action_item_fill: {
    description: '',
    key: ['company_id'],
    nonPersonal: names('company_id total done last_property started_on finished_on'),
  },
  action_item_settled: {
    description: '',
    key: ['company_id', 'subject_id', 'key'],
    keptReasons: { description: 'renamed with the task; deleted after two days' },
    nonPersonal: [
      ...names('company_id subject_id key property_id branch_id progressor_id kind party_ref party_role firm_id'),
      ...names('due_on due_at fee phase progress expected_exchange settled_by settled_on'),
    ],
  },
  action_item_snooze: {
    description: '',
    key: ['company_id', 'subject_id', 'key'],
    nonPersonal: names('company_id subject_id key until reason conversation_id attempts set_by set_on'),
  },
  account_link: {
    description: 'links to choose a password or confirm an address, as hashes',
    key: ['token_hash'],
    accountColumns: ['token_hash', 'user_id', 'purpose', 'createdon', 'expires_on', 'used_on'],
    nonPersonal: [],
  },
  app_user: {
    description: 'accounts of staff and vendors: name, e-mail, telephone, photo, password (argon2id), when last signed in',
    key: ['id'],
    people: [{ kind: 'account', name: ['first_name', 'last_name'], email: 'email', tel: 'tel' }],
    texts: { pending_email: 254 },
    accountColumns: [
      ...names('avatar password_hash last_login activated password_reset email_verified'),
      ...names('contact_by_email contact_by_push weekly_summary deactivated_on invited_on invitation_mail'),
      ...names('single_keys digest_time digest_sent_on starts_with'),
    ],
    nonPersonal: ['id', 'company_id', 'type', 'deleted_on', 'erased_on', ...saved],
  },
  asking_price: {
    description: '',
    key: ['company_id', 'id'],
    nonPersonal: [...ids, 'price', 'effective_date', 'price_option', 'createdon'],
  },
  audit: {
    description: 'security events: which account did what and when, from which network address and browser; about whom, by id',
    key: ['company_id', 'id'],
    keptReasons: {
      network: 'ids, counts and domains; network address and browser are emptied with the account',
      data: 'ids, counts and domains; network address and browser are emptied with the account',
    },
    nonPersonal: ['company_id', 'id', 'at', 'kind', 'user_id', 'about_user_id', 'session_log_id', 'key_id'],
  },
  branch: {
    description: 'free text about a branch',
    key: ['company_id', 'id'],
    texts: { display_text: 1750 },
    json: ['timeline_template'],
    keptReasons: { name: agency, tel: agency, email: agency },
    nonPersonal: ['company_id', 'id', ...place, 'use_branch_deduction', 'fee_deduction', 'logo', ...saved, 'deleted_on'],
  },
  branch_member: {
    description: 'which branches somebody works in',
    key: ['company_id', 'branch_id', 'user_id'],
    accountColumns: ['company_id', 'branch_id', 'user_id'],
    nonPersonal: [],
  },
  chain_item: {
    description: 'the people of a chain: buyers, agents and solicitors of other sales with their numbers, notes',
    label: 'Note in a chain',
    key: ['company_id', 'property_id', 'id'],
    people: [
      { kind: 'chain', name: ['person_name'] },
      { kind: 'chain', name: ['agent_name'], tel: 'agent_tel' },
      { kind: 'chain', name: ['solicitor_name'], tel: 'solicitor_tel' },
    ],
    texts: { property_name: 200, note: 5000 },
    json: ['timeline'],
    nonPersonal: [
      ...ids,
      ...names('position this_property property_ref sale_type'),
      ...names('agent_contact agent_poc solicitor_contact solicitor_poc'),
    ],
  },
  company: {
    description: '',
    key: ['id'],
    json: ['timeline'],
    keptReasons: { name: agency, tel: agency },
    nonPersonal: [
      ...place,
      ...names(
        'id session_idle_hours audit_months recipient_domains available_licenses fee_deduction notice_period_in_days brand_colour md_day md_time confirm_colleagues',
      ),
      ...saved,
      ...names('logo days_kept_since deleted_on'),
    ],
  },
  company_contact: {
    description: 'solicitors and brokers: name, e-mail, telephone, address',
    key: ['company_id', 'id'],
    people: [
      {
        kind: 'contact',
        name: ['name'],
        email: 'email',
        tel: 'tel',
        alsoCleared: { line1: null, line2: '', town: '', county: '', country: '', postcode: null },
      },
    ],
    nonPersonal: [...names('company_id id type recommended deleted_on acted_for'), ...saved],
  },
  company_contact_poc: {
    description: 'people who work for solicitors and brokers: name, e-mail, telephone, note',
    label: 'Note on a point of contact',
    key: ['company_id', 'contact_id', 'id'],
    people: [{ kind: 'poc', name: ['name'], email: 'email', tel: 'tel' }],
    texts: { note: 2000 },
    nonPersonal: ['company_id', 'contact_id', 'id', ...saved],
  },
  conversation: {
    description: 'calls and other contact with the parties of sales: with whom, when, what about',
    label: 'Note on a conversation',
    key: ['company_id', 'id'],
    texts: { party_name: 200, firm_name: 200, note: 2000 },
    nonPersonal: [...names('company_id id at user_id channel inbound party_ref party_role mail_id undone_on createdon')],
  },
  conversation_sale: {
    description: 'what a conversation said about a sale, and what its vendor is shown of it',
    label: 'Note on a conversation about a sale',
    key: ['company_id', 'conversation_id', 'property_id'],
    texts: { note: 2000, vendor_text: 500 },
    nonPersonal: names('company_id conversation_id property_id outcome item_keys promised_on next_at call_back_open'),
  },
  day_settings: {
    description: '',
    key: ['company_id'],
    nonPersonal: [
      ...names('company_id vendor_silence vendor_silence_for_sale buyer_silence update_every next_spoke next_message next_email'),
      ...names('version updatedon updated_by'),
    ],
  },
  document: {
    description: 'files of a property, by name and note; what is in them the product does not read',
    label: 'Name or note of a file',
    key: ['company_id', 'id'],
    texts: { file_name: 255, note: 1000 },
    nonPersonal: [...ids, 'file', 'content_type', 'bytes', 'being_checked', 'created_by', ...saved],
  },
  event: {
    description: 'the record: who changed what and when, with names and values as they were',
    key: ['company_id', 'id'],
    json: ['data'],
    nonPersonal: [...ids, 'user_id', 'at', 'kind', 'via', 'via_id'],
  },
  event_seal: {
    description: '',
    key: ['company_id', 'position'],
    nonPersonal: names('company_id position event_id salt data_digest hash'),
  },
  event_unsealed: { description: '', key: ['company_id', 'event_id'], nonPersonal: names('company_id event_id') },
  fall_off: {
    description: 'sales that fell off: the buyer, their offer and side as they stood, the reason',
    label: 'Reason of a fall-off',
    key: ['company_id', 'id'],
    people: [{ kind: 'fallOff', name: ['buyer_name'] }],
    texts: { note: 500 },
    json: ['archive'],
    nonPersonal: [...ids, 'offer_id', 'createdon', 'restored_on'],
  },
  fee_update: {
    description: '',
    key: ['company_id', 'id'],
    nonPersonal: names('company_id id branch_id total done last_property createdon finished_on'),
  },
  idempotency_key: {
    description: 'answers to what was sent with an Idempotency-Key, for a day',
    key: ['company_id', 'principal_kind', 'principal_id', 'key_hash'],
    json: ['answer'],
    nonPersonal: names('company_id principal_kind principal_id key_hash request_digest createdon'),
  },
  join_request: {
    description: 'who waits for an administrator to let them join a branch',
    key: ['company_id', 'id'],
    accountColumns: ['user_id'],
    nonPersonal: ['company_id', 'id', 'branch_id', 'asked_by', 'asked_on'],
  },
  loose_file: { description: '', key: ['id'], nonPersonal: ['id', 'kind', 'since', 'discarded'] },
  mail: {
    description: 'e-mails: to whom, subject, when; their text until they are sent; without a mail server their files too',
    label: 'E-mail',
    key: ['id'],
    texts: { subject: 200, body: 100_000, html: 200_000, last_error: 500, reply_to: 254 },
    json: ['refused'],
    lists: ['recipients', 'cc', 'bcc', 'delivered'],
    nonPersonal: [...ids, ...names('sent_by state attempts keeps_files createdon sent_on send_after claimed_on')],
  },
  mail_attachment: {
    description: 'names of the files that went with an e-mail',
    label: 'Name of an attachment',
    key: ['company_id', 'mail_id', 'file'],
    texts: { file_name: 255 },
    nonPersonal: ['company_id', 'mail_id', 'file', 'content_type', 'bytes'],
  },
  memo: {
    description: 'the memorandum of sale: remarks, how buyer and seller are named',
    label: 'Memorandum of sale',
    key: ['company_id', 'property_id'],
    texts: { remarks: 5000, buyer_custom: 500, seller_custom: 500, agents_contact: 500 },
    nonPersonal: ['company_id', 'property_id', ...saved],
  },
  message_template: {
    description: '',
    key: ['company_id', 'id'],
    keptReasons: { name: agency },
    nonPersonal: [
      ...names('company_id id branch_id channel purpose audience steps event automatic current_number deleted_on'),
      ...saved,
    ],
  },
  message_template_text: {
    description: '',
    key: ['company_id', 'template_id', 'number'],
    keptReasons: { subject: agency, body: agency },
    nonPersonal: names('company_id template_id number saved_by saved_on'),
  },
  note: {
    description: 'notes of the agency about a sale',
    label: 'Note',
    key: ['company_id', 'id'],
    texts: { message: 5000 },
    nonPersonal: [...ids, 'author_id', 'timeline_key', ...saved],
  },
  offer: {
    description: 'who offered what: name, e-mail, telephone, how they pay, notes',
    label: 'Note on an offer',
    key: ['company_id', 'id'],
    people: [{ kind: 'offer', name: ['name'], email: 'email', tel: 'tel' }],
    texts: { notes: 2000 },
    nonPersonal: [
      ...ids,
      ...names('amount made_on state accepted_on increased_on deposit_size cash_buy mip chain'),
      ...names('is_renting createdon'),
    ],
  },
  offer_amount: {
    description: 'why an offer was changed',
    label: 'Reason of a changed offer',
    key: ['company_id', 'offer_id', 'position'],
    texts: { note: 500 },
    nonPersonal: ['company_id', 'offer_id', 'position', 'amount', 'createdon'],
  },
  property: {
    description: 'the sale: its address, its vendor (an account), its buyer with e-mail and telephone',
    key: ['company_id', 'id'],
    people: [{ kind: 'buyer', name: ['buyer_name'], email: 'buyer_email', tel: 'buyer_tel' }],
    keptReasons: Object.fromEntries(place.map((part) => [part, address])),
    nonPersonal: [
      ...names('company_id id branch_id owner_id bedrooms ownership leasehold_pack_sent board_status active'),
      ...names('withdrawn_on logo buyer_cash_buyer b_staff chain c_term c_signed c_signed_end_date listed'),
      ...names('agency_fee_type agency_fee agency_fee_percent notice_given notice_days notice_end agreed_price'),
      ...saved,
      ...names('invoice_sent completion_date deleted_on erased_on is_sample'),
      ...names('expected_exchange expected_completion mortgage_offer_expires share_expected'),
    ],
  },
  property_additional_contact: {
    description: 'further people of a side of a sale: name, e-mail, telephone',
    key: ['company_id', 'id'],
    people: [{ kind: 'additional', name: ['first_name', 'last_name'], email: 'email', tel: 'tel', required: true }],
    nonPersonal: [...ids, 'side', 'position', 'memo'],
  },
  property_contact: {
    description: '',
    key: ['company_id', 'property_id', 'role'],
    nonPersonal: ['company_id', 'property_id', 'role', 'contact_id', 'poc_id'],
  },
  property_count: {
    description: '',
    key: ['company_id', 'branch_id', 'phase', 'chain', 'ownership', 'taken_in'],
    nonPersonal: names('company_id branch_id phase chain ownership taken_in properties'),
  },
  property_day: {
    description: '',
    key: ['company_id', 'property_id', 'since'],
    nonPersonal: [
      ...names('company_id property_id branch_id since until phase chain asking_price expected_fee'),
      ...names('contract_end notice_given notice_end completion_date vendor_solicitor vendor_broker first_warning'),
      ...names('legal_warning financial_warning survey_warning survey_awaits_report legal_blocked financial_blocked'),
      'any_blocked',
    ],
  },
  property_day_sum: {
    description: '',
    key: ['company_id', 'branch_id', 'day'],
    nonPersonal: names('company_id branch_id day definition sums'),
  },
  property_happening: {
    description: '',
    key: ['company_id', 'property_id', 'what', 'id'],
    nonPersonal: [...ids, 'what', 'branch_id', 'on_day', 'fee_day', 'amount', 'first_price', 'cash', 'fee'],
  },
  property_report: {
    description: 'what lists are searched by: address, names of vendor and buyer; derived, and so derived anew',
    key: ['company_id', 'property_id'],
    keptReasons: {
      search_text: 'derived anew',
      vendor_solicitor: 'derived anew',
      buyer_solicitor: 'derived anew',
      line1: address,
      postcode: address,
      address_sort: address,
    },
    nonPersonal: [
      ...names('company_id property_id branch_id active phase chain taken_on b_staff offer_accepted'),
      ...names('contract_end notice_given notice_end asking_price agreed_price agency_fee_percent agency_fee'),
      ...names('expected_fee fee_estimate progress furthest_step steps_complete steps_applicable surveys_sort'),
      ...names('warning_dates first_warning viewings offers pending_offers version steps surveys ownership'),
      ...names('setup_warnings contradicts_until open_steps delayed awaiting_reports last_step_on first_red'),
      ...names('expected_exchange expected_completion mortgage_offer_expires exchange_moves completion_date'),
      ...names('vendor_last_updated_on buyer_last_updated_on'),
      ...[6, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35].map((key) => `step_${key}`),
    ],
  },
  property_search: {
    description: 'what lists are searched by, copied from property_report',
    key: ['company_id', 'property_id'],
    keptReasons: { search_text: 'derived anew', address_sort: address },
    nonPersonal: names('company_id property_id branch_id phase chain ownership taken_on progress furthest_step'),
  },
  property_seen: {
    description: '',
    key: ['company_id', 'property_id'],
    nonPersonal: names('company_id property_id seen_until seen_by'),
  },
  property_side: {
    description: 'notes on the vendor’s and the buyer’s side',
    label: 'Notes on a side',
    key: ['company_id', 'property_id', 'side'],
    texts: { notes: 5000 },
    nonPersonal: ['company_id', 'property_id', 'side', 'saved_version', 'saved_on', 'saved_by'],
  },
  property_step: {
    description: 'free text of a step or survey',
    label: 'Text of a step',
    key: ['company_id', 'property_id', 'key'],
    texts: { description: 500, survey_reference: 500, due_reason: 200 },
    nonPersonal: [
      ...names('company_id property_id key title state days_to_complete started_on completed_on blocked_on due_on'),
      ...names('was_auto_set_to_in_progress because actioned survey_date survey_contact_poc survey_awaiting_reports'),
      'updated_on',
    ],
  },
  rate_limit: {
    description:
      'how often somebody tried to sign in or sent e-mails, by account, e-mail and network address, for a week at most',
    key: ['key'],
    keptReasons: { key: 'needed against guessing, but for lines with their e-mail address or account' },
    nonPersonal: ['window_started', 'tries'],
  },
  record_amendment: {
    description: '',
    key: ['company_id', 'position', 'ordinal'],
    nonPersonal: names('company_id position ordinal by_event_id salt digest'),
  },
  record_checkpoint: {
    description: '',
    key: ['company_id', 'position'],
    nonPersonal: names('company_id position at hash note key_id mailed_on'),
  },
  record_key: { description: '', key: ['id'], nonPersonal: names('id public_key since until') },
  record_settings: {
    description: 'to which addresses checkpoints of the record are e-mailed',
    label: 'Address for checkpoints',
    key: ['company_id'],
    lists: ['checkpoint_addresses'],
    nonPersonal: names('company_id version updatedon updated_by'),
  },
  record_start: { description: '', key: ['company_id'], nonPersonal: names('company_id position sealed_on') },
  record_verification: {
    description: '',
    key: ['company_id', 'id'],
    nonPersonal: names('company_id id asked_by asked_on checkpoint done total verdict finished_on'),
  },
  referral: {
    description: '',
    key: ['company_id', 'property_id', 'kind'],
    nonPersonal: ['company_id', 'property_id', 'kind', 'referred_on'],
  },
  relaunch: {
    description: 'notes on a relaunch',
    label: 'Notes on a relaunch',
    key: ['company_id', 'id'],
    texts: { notes: 2000 },
    nonPersonal: [...ids, 'relaunched_on', 'createdon'],
  },
  retention: {
    description: '',
    key: ['company_id'],
    nonPersonal: ['company_id', 'sales_years', 'mail_days', 'version', 'updatedon', 'updated_by', 'applied_on'],
  },
  sale_start: {
    description: 'the timeline before a sale, with its free text',
    key: ['company_id', 'property_id'],
    json: ['timeline'],
    nonPersonal: ['company_id', 'property_id', 'offer_id'],
  },
  sent_message: {
    description: 'e-mails that staff wrote to the parties of sales, or a template sent: what they said',
    label: 'E-mail to a party',
    key: ['company_id', 'mail_id'],
    texts: { subject: 200, body: 100_000 },
    nonPersonal: names('company_id mail_id conversation_id template_id template_number createdon'),
  },
  session: {
    description: 'who is signed in, since when: the token as a hash',
    key: ['token_hash'],
    accountColumns: ['token_hash', 'user_id', 'createdon', 'expires_on', 'log_id', 'last_on', 'confirmed_on', 'absolute_end'],
    nonPersonal: [],
  },
  session_log: {
    description: 'which account was signed in from when to when, in which browser, from which network address',
    key: ['company_id', 'id'],
    keptReasons: {
      device: 'days and times; network address and browser are emptied with the account',
      network: 'days and times; network address and browser are emptied with the account',
    },
    nonPersonal: names('company_id id user_id opened_on last_on ended_on ended_because way second'),
  },
  task: {
    description: 'tasks of staff, with free text',
    label: 'Task',
    key: ['company_id', 'id'],
    texts: { title: 200, note: 2000, cancel_reason: 200 },
    nonPersonal: [
      ...names('company_id id property_id branch_id assignee_id due_on due_at repeat_every repeat_unit repeat_from repeat_day'),
      ...names('state done_on done_by template_id phase_entry follows_id created_by'),
      ...saved,
    ],
  },
  task_template: {
    description: '',
    key: ['company_id', 'id'],
    keptReasons: { title: agency, note: agency },
    nonPersonal: names('company_id id branch_id phase offset_days assign active position version'),
  },
  task_template_list: {
    description: '',
    key: ['company_id', 'owner_id'],
    nonPersonal: ['company_id', 'owner_id', ...saved],
  },
  undo: {
    description: 'what an act of the last seven days changed, so that it can be undone',
    label: 'Undoable change',
    key: ['company_id', 'id'],
    texts: { description: 500 },
    json: ['parts'],
    nonPersonal: names('company_id id user_id at undone_on'),
  },
  vendor_news: {
    description: '',
    key: ['company_id', 'property_id'],
    nonPersonal: names('company_id property_id since send_after'),
  },
  vendor_seen: {
    description: 'up to when a vendor has seen their messages',
    key: ['company_id', 'user_id'],
    accountColumns: ['company_id', 'user_id', 'seen_until'],
    nonPersonal: [],
  },
  vendor_update: {
    description: 'updates to the vendors of sales: what was written, sent or skipped',
    label: 'Update to a vendor',
    key: ['company_id', 'id'],
    texts: { text: 5000 },
    nonPersonal: names('company_id id property_id state since until edited skip_reason saved_by at mail_id version'),
  },
  viewing: {
    description: 'who viewed a property and what they said',
    label: 'Feedback of a viewing',
    key: ['company_id', 'id'],
    people: [{ kind: 'viewing', name: ['name'] }],
    texts: { notes: 2000 },
    nonPersonal: [...ids, 'viewed_on', 'viewed_at', 'createdon'],
  },
  weekly_summary: {
    description: '',
    key: ['company_id', 'last_day'],
    nonPersonal: ['company_id', 'last_day', 'closed_on', 'createdon', 'recipients'],
  },
} as const satisfies Record<Exclude<keyof DB, 'schema_migration' | 'property_happening_derived'>, TableData>

export type PersonalTable = keyof typeof personalData

/** The tables that can mention a person. */
export const searchedTables = Object.entries(personalData as Record<PersonalTable, TableData>).filter(
  ([, { people, texts, json, lists }]) => people || texts || json || lists,
) as [PersonalTable, TableData][]

/** The columns that are searched. */
export const searchedColumns = ({ people = [], texts = {}, json = [], lists = [] }: TableData) => ({
  text: [
    ...people.flatMap(({ name, email, tel }) => [...name, ...[email, tel].filter((one) => one !== undefined)]),
    ...Object.keys(texts),
  ],
  json,
  lists,
})

function erasureEffect({ people, texts, json, lists, accountColumns, keptReasons = {} }: TableData): string {
  const reasons = [...new Set(Object.values(keptReasons))]
  return [
    ...(people ? ['name becomes a pseudonym, e-mail and number are emptied'] : []),
    ...(texts || json || lists ? ['name, e-mail and number are replaced wherever they stand'] : []),
    ...(accountColumns ? [people ? 'password, photo and settings are emptied' : 'deleted with the account'] : []),
    ...reasons.map((reason) => `kept: ${reason}`),
  ].join('; ')
}

/** The rows of the table in `docs/security-and-privacy.md`: every table with personal data. */
export const documentationRows: readonly string[] = Object.entries(personalData as Record<string, TableData>)
  .filter(([, { description }]) => description !== '')
  .map(([table, data]) => `| \`${table}\` | ${data.description} | ${erasureEffect(data)} |`)
