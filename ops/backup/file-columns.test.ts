import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { fileColumns } from './referenced-files.ts'

test('every column that contains the id of a file is in the backup’s list', async () => {
  const { url, template } = inject('testServer')
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${template}` }).href })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns c
    where table_schema = 'public' and udt_name = 'uuid' and column_name <> 'id' and column_name not like '%\\_id'
      and not exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.conrelid = format('public.%I', c.table_name)::regclass and a.attname = c.column_name and k.contype = 'f')
    order by 1`)
  await client.end()
  const idsOfRows = [
    'action_item_snooze.set_by',
    'app_user.invitation_mail',
    'archive_upload.of_company',
    'automatic_sent.occasion',
    'automatic_waiting.occasion',
    'branch.assign_last',
    'chain_item.property_ref',
    'chain_told.told_by',
    'company_export.requested_by',
    'day_settings.updated_by',
    'deleted_snooze.set_by',
    'fall_off_reason_list.updated_by',
    'fee_update.last_property',
    'message_template.updated_by',
    'message_template_text.saved_by',
    'forecast_settings.updated_by',
    'gate_check.met_by',
    'gate_list.updated_by',
    'import.confirmed_by',
    'import.created_by',
    'import_file.copy_of',
    'import_mapping.updated_by',
    'property_report.b_staff',
    'property_seen.seen_by',
    'property_step.survey_contact_poc',
    'record_file.asked_by',
    'record_verification.asked_by',
    'sale_day.broker',
    'sale_day.buyer_firm',
    'sale_day.vendor_firm',
    'sale_fold.last_property',
    'sale_link_day.property_ref',
    'sale_link_now.property_ref',
    'sale_now.broker',
    'sale_now.buyer_firm',
    'sale_now.vendor_firm',
    'saved_view.updated_by',
    'rescue_mark.marked_by',
    'task.created_by',
    'task.done_by',
    'task.phase_entry',
    'task.updated_by',
    'task_template_list.updated_by',
    'vendor_update.saved_by',
    'webhook_message.line',
  ]
  expect(rows.map(({ name }) => name).filter((name) => !idsOfRows.includes(name))).toEqual(fileColumns)
})
