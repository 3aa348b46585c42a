import type { Wire } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/errors.ts'
import { downloadMemo, type readMemo, updateMemo } from '@gya/domain/features/memo/memo.contract.ts'
import { memoFileName } from '@gya/domain/features/memo/memo-file.ts'
import { whyNotPrintMemo } from '@gya/domain/features/memo/why-not-print-memo.ts'
import { memoWarnings } from '@gya/domain/features/memo/why-not-send-memo.ts'
import { IconDownload, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './memo.css'
import { changedFields } from '../../platform/changed-fields.ts'
import { useDownload } from '../../platform/download.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldGrid, FormPanel } from '../../ui/form-panel.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { downloadFailed, memoSaved } from './memo.messages.ts'
import { MemoWarnings, UnprintableCharacters } from './memo-notices.tsx'
import { MemoSummary } from './memo-summary.tsx'

export type WireMemo = Wire<typeof readMemo, 'response'>
type Params = { companyId: string; branchId: string; propertyId: string }

const labels = {
  remarks: 'Remarks',
  sellerCustom: 'Custom seller text',
  buyerCustom: 'Custom buyer text',
  agentsContact: 'Agents contact',
}

/** `children` stand below the texts, above the bar that saves. */
type Props = { memo: WireMemo; params: Params; onSend: () => void; children?: ReactNode }

/**
 * "Memorandum of sale: remarks, custom buyer text, custom seller text, agents contact; actions Download (PDF), Send
 * (e-mail) and Save." All three wait until the four parties are there; unsaved texts hold Download and Send too, because
 * both show what is saved.
 */
export function MemoForm({ memo, params, onSend, children }: Props) {
  const warnings = memoWarnings(memo)
  const unprintable = whyNotPrintMemo(memo as Parameters<typeof whyNotPrintMemo>[0])
  const { remarks, sellerCustom, buyerCustom, agentsContact } = memo
  const saving = useSaveForm({
    call: updateMemo,
    name: `memo-${params.propertyId}`,
    initialValues: { remarks, sellerCustom, buyerCustom, agentsContact },
    version: memo.version,
    toInput: (values, version) => ({ params, body: { ...values, version } }),
    messages: memoSaved,
  })
  const { download, pending, failed } = useDownload(downloadMemo)
  const { form } = saving
  const held = warnings[0] ? errors[warnings[0]][1] : null
  const heldUnsaved =
    held ?? (saving.dirty ? 'Save first: the memorandum shows what is saved' : (unprintable[0]?.message ?? null))
  return (
    <form {...saving.props} aria-label="Memorandum of sale">
      <div className="grid1 before-savebar">
        {saving.notices}
        <MemoWarnings codes={warnings} />
        <UnprintableCharacters found={unprintable} />
        {failed !== null && (
          <Notice tone="bad" title={downloadFailed}>
            {failed}
          </Notice>
        )}
        <div className="memo-two">
          <FormPanel title="Texts">
            <FieldGrid columns={1}>
              <FieldGrid>
                <TextField
                  {...form.getInputProps('sellerCustom')}
                  label={labels.sellerCustom}
                  hint="Stands in place of the vendor’s name"
                  maxLength={500}
                  optional
                />
                <TextField
                  {...form.getInputProps('buyerCustom')}
                  label={labels.buyerCustom}
                  hint="Stands in place of the buyer’s name"
                  maxLength={500}
                  optional
                />
              </FieldGrid>
              <TextAreaField {...form.getInputProps('remarks')} label={labels.remarks} rows={6} limit={5000} optional />
              <TextField
                {...form.getInputProps('agentsContact')}
                label={labels.agentsContact}
                hint={memo.agent ? `Left empty, it is ${memo.agent}` : undefined}
                maxLength={500}
                optional
              />
            </FieldGrid>
          </FormPanel>
          <MemoSummary memo={memo} seller={form.values.sellerCustom} buyer={form.values.buyerCustom} />
        </div>
        {children}
      </div>
      <SaveBar
        summary={changedFields(form, labels).join(', ') || undefined}
        disabledReason={held ?? saving.disabledReason}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      >
        <Button
          icon={IconDownload}
          pending={pending}
          disabledReason={heldUnsaved}
          onClick={() => void download({ params, fileName: memoFileName })}
        >
          Download
        </Button>
        <Button icon={IconMail} aria-haspopup="dialog" disabledReason={heldUnsaved} onClick={onSend}>
          Send
        </Button>
      </SaveBar>
    </form>
  )
}
