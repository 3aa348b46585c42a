import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { documentationRows, personalData, searchedColumns } from './personal-data-registry.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const columnsIn = async (types: readonly string[] | null) => {
  const { rows } = await app.database.pool.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and ($1::text[] is null or c.data_type = any($1)) order by 1, 2`,
    [types],
  )
  return rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`)
}

const named = Object.entries(personalData).flatMap(([table, data]) => {
  const { text, json, lists } = searchedColumns(data)
  const also = (data.people ?? []).flatMap(({ alsoCleared: also = {} }) => Object.keys(also))
  const columns = [
    ...text,
    ...json,
    ...lists,
    ...also,
    ...(data.accountColumns ?? []),
    ...Object.keys(data.keptReasons ?? {}),
    ...data.nonPersonal,
  ]
  return columns.map((column) => `${table}.${column}`)
})

test('personalData registry lists every column of every table exactly once', async () => {
  expect(named.toSorted()).toEqual((await columnsIn(null)).toSorted())
})

test('personalData registry: free text or JSON columns that are not searched are on a fixed list', async () => {
  const looked = new Set(
    Object.entries(personalData).flatMap(([table, data]) => {
      const { text, json, lists } = searchedColumns(data)
      const also = (data.people ?? []).flatMap(({ alsoCleared: also = {} }) => Object.keys(also))
      return [...text, ...json, ...lists, ...also, ...Object.keys(data.keptReasons ?? {})].map((column) => `${table}.${column}`)
    }),
  )
  expect((await columnsIn(['text', 'json', 'jsonb', 'ARRAY'])).filter((column) => !looked.has(column))).toEqual([
    'account_link.purpose',
    'action_item.key',
    'action_item.kind',
    'action_item.party_ref',
    'action_item.party_role',
    'action_item.phase',
    'action_item_snooze.key',
    'action_item_snooze.reason',
    'api_key.branch_ids',
    'api_key.last_used_from',
    'api_key.prefix',
    'api_key.scopes',
    ...['challenge', 'ended_because', 'last_used_from', 'redirect_uri', 'resource', 'scopes', 'way'].map(
      (name) => `app_grant.${name}`,
    ),
    'app_user.password_hash',
    'app_user.starts_with',
    'app_user.type',
    'archive_upload.company_name',
    'archive_upload.done_steps',
    'archive_upload.failure',
    'archive_upload.fingerprint',
    'archive_upload.progress',
    'archive_upload.sha256',
    'archive_upload.state',
    'audit.kind',
    'automatic_sent.party_ref',
    'automatic_waiting.event',
    ...['assign_among', 'assign_rule', 'country', 'county', 'line1', 'line2', 'postcode', 'town'].map((part) => `branch.${part}`),
    'calendar_feed.branch_ids',
    'calendar_feed.kinds',
    'calendar_feed.name',
    'chain_item.sale_type',
    'chain_told.news',
    'closed_day.from_md',
    'closed_day.to_md',
    'company.brand_colour',
    'company.country',
    'company.county',
    'company.line1',
    'company.line2',
    'company.md_time',
    'company.postcode',
    'company.recipient_domains',
    'company.town',
    'company_contact.acted_for',
    'company_contact.type',
    'company_domain.domain',
    'company_export.failure',
    'company_export.sha256',
    'company_export.state',
    ...['branch_ids', 'client_id', 'issuer', 'kind', 'role'].map((name) => `company_provider.${name}`),
    'company_record_key.key_id',
    'company_sign_in.second_factor_for',
    ...['client_id', 'redirect_uris', 'scopes', 'state'].map((name) => `connected_app.${name}`),
    'conversation.channel',
    'conversation.party_ref',
    'conversation.party_role',
    'conversation_sale.item_keys',
    'conversation_sale.outcome',
    'deleted_snooze.key',
    'deleted_snooze.reason',
    'document.content_type',
    'event.kind',
    'event.via',
    'external_ref.kind',
    'external_ref.system',
    'fall_off.party',
    'fall_off.phase',
    'fall_off_reason.party',
    'gate_check.state',
    'gate_item.applies',
    'gate_item.auto',
    'gate_item.evidence',
    'gate_item.gate',
    'gate_item.override_by',
    'gate_mode.gate',
    'gate_mode.mode',
    'gate_sale.gate',
    'gate_sale.mode',
    'idempotency_key.principal_kind',
    ...'failure share state system'.split(' ').map((name) => `import.${name}`),
    ...'after_digest key what'.split(' ').map((name) => `import_change.${name}`),
    ...'content_type refusal'.split(' ').map((name) => `import_entry.${name}`),
    ...'delimiter encoding failure format index_format kind mapped_by mapping notices sha256 sheet state strict'
      .split(' ')
      .map((name) => `import_file.${name}`),
    ...'fingerprint kind mapping strict system'.split(' ').map((name) => `import_mapping.${name}`),
    ...'choice decision held_back kept_because left_out'.split(' ').map((name) => `import_row.${name}`),
    'job_failure.error',
    'job_failure.job',
    'job_failure.key',
    'learned_band.grp',
    'learned_band.step',
    'learned_factor.kind',
    'learned_risk.risk',
    'learned_run.closed',
    'learned_run.entries',
    'learned_run.track_record',
    'loose_file.kind',
    'mail.in_reply_to',
    'mail.refs',
    'mail.reply_key',
    'mail.state',
    ...['folders', 'kind', 'last_words', 'state'].map((column) => `mail_account.${column}`),
    'mail_attachment.content_type',
    'mail_in.helo',
    'mail_in.kind',
    'mail_in.message_id',
    'mail_in.party_ref',
    'mail_in.party_role',
    'mail_in.refs',
    'mail_in.sender_check',
    'mail_in.state',
    'mail_in.unread_because',
    'mail_in_file.content_type',
    'mail_in_file.left_out',
    'mail_in_sale.state',
    'message_template.audience',
    'message_template.channel',
    'message_template.event',
    'message_template.purpose',
    'message_template.steps',
    'offer.state',
    'party_link.ended_because',
    'party_link.party',
    ...'content_type date_kind event_key party_ref proposed_by source state step_state what'
      .split(' ')
      .map((name) => `party_proposal.${name}`),
    'passkey.id',
    'passkey.name',
    'passkey.transports',
    'property.council_tax_band',
    'property.epc_number',
    'property.leasehold_pack_sent',
    'property.ownership',
    'property.title_numbers',
    'property_additional_contact.side',
    'property_contact.role',
    'property_count.ownership',
    'property_count.phase',
    'property_day.phase',
    'property_day_sum.definition',
    'property_day_sum.sums',
    'property_happening.what',
    'property_report.open_steps',
    'property_report.ownership',
    'property_report.phase',
    'property_report.setup_warnings',
    'property_report.steps',
    'property_report.surveys',
    'property_report.warning_dates',
    'property_search.ownership',
    'property_search.phase',
    'property_side.side',
    'property_step.because',
    'property_step.state',
    'property_step.title',
    'record_checkpoint.key_id',
    'record_checkpoint.note',
    'record_file.copy',
    'record_file.failure',
    'record_file.groups',
    'record_file.party',
    'record_file.state',
    'record_file.verdict',
    'record_key.id',
    'record_verification.checkpoint',
    'record_verification.verdict',
    'referral.kind',
    'rescue_mark.kind',
    'rescue_mark.outcome',
    'sale.outcome',
    'sale_day.outcome',
    'sale_day.tenure',
    'sale_forecast.basis',
    'sale_forecast.by_day',
    'sale_forecast.linked',
    'sale_forecast.linked_revisions',
    'sale_forecast_as_at.basis',
    'sale_forecast_as_at.by_day',
    'sale_forecast_as_at.linked',
    'sale_forecast_week.by_week',
    'sale_forecast_week.linked',
    'sale_link_day.sale_type',
    'sale_link_day.ticked',
    'sale_risk_day.risk',
    'sale_step_day.state',
    'saved_view.columns',
    'saved_view.filters',
    'saved_view.list',
    'saved_view.sort',
    'schema_code.name',
    'schema_migration.name',
    'session.way',
    'session_log.ended_because',
    'session_log.second',
    'session_log.way',
    'sign_in_challenge.challenge',
    'sign_in_challenge.purpose',
    ...['next_path', 'nonce', 'purpose'].map((name) => `sso_attempt.${name}`),
    ...['issuer', 'subject'].map((name) => `sso_identity.${name}`),
    'target.metric',
    'task.repeat_from',
    'task.repeat_unit',
    'task.state',
    'task_template.assign',
    'task_template.phase',
    'vendor_update.skip_reason',
    'vendor_update.state',
    ...['branch_ids', 'kinds', 'off_because', 'state'].map((column) => `webhook.${column}`),
    ...['last_words', 'state', 'type'].map((column) => `webhook_message.${column}`),
    ...['period', 'recipients'].map((column) => `week_mail.${column}`),
  ])
})

test('docs/security-and-privacy.md matches the registry', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/security-and-privacy.md'), 'utf8')
  const lines = page.split('\n').filter((line) => line.startsWith('| `'))
  expect(lines.slice(0, documentationRows.length)).toEqual(documentationRows)
})
