import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import './memo.css'
import { addressLine } from '@gya/domain/common/address-line.ts'
import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import { downloadMemo, type readMemo, updateMemo } from '@gya/domain/features/memo/memo.contract.ts'
import {
  memoWarnings,
  partiesWithoutEmail,
  priceSinceMade,
  type Unprintable,
  whyNotPrintMemo,
} from '@gya/domain/features/memo/memo.rules.ts'
import type { readMemorandumWords } from '@gya/domain/features/messages/messages.contract.ts'
import { IconDownload, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDownload } from '../../lib/api/use-download.ts'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel } from '../../ui/layout/form-panel.tsx'
import { downloadFailed, memoSaved } from './memo.messages.ts'

type Fix = readonly [label: string, screen: string]

/** The screen that resolves each warning. */
const warningFixes: Partial<Record<ErrorCode, Fix>> = {
  MEMO_WITHOUT_BUYER: ['Accept an offer', '/property/offers'],
  MEMO_WITHOUT_BUYER_SOLICITOR: ['Add solicitor', '/property/contacts#buyer-solicitor'],
  MEMO_VENDOR_INCOMPLETE: ['Edit vendor', '/property/edit'],
  MEMO_WITHOUT_VENDOR_SOLICITOR: ['Add solicitor', '/property/contacts#vendor-solicitor'],
}

const unprintableFixes: Readonly<Record<string, Fix>> = {
  address: ['Edit property', '/property/edit'],
  vendorSolicitor: ['Open contacts', '/property/contacts#vendor-solicitor'],
  buyerSolicitor: ['Open contacts', '/property/contacts#buyer-solicitor'],
}

const missingEmailFixes: Readonly<Record<ReturnType<typeof partiesWithoutEmail>[number]['who'], Fix>> = {
  Vendor: ['Edit vendor', '/property/edit'],
  Buyer: ['Add e-mail address', '/property/contacts#buyer-buyer'],
  'Vendor’s solicitor': ['Open contacts', '/property/contacts#vendor-solicitor'],
  'Buyer’s solicitor': ['Open contacts', '/property/contacts#buyer-solicitor'],
}

function FixLink({ fix }: { fix: Fix | undefined }) {
  const to = useScopedPath()
  if (!fix) return null
  const [screen = '', hash] = fix[1].split('#')
  return (
    <LinkButton size="s" to={hash === undefined ? to(screen) : `${to(screen)}#${hash}`}>
      {fix[0]}
    </LinkButton>
  )
}

export const MemoWarnings = ({ codes }: { codes: readonly ErrorCode[] }) =>
  codes.map((code) => (
    <Notice key={code} tone="warn" action={<FixLink fix={warningFixes[code]} />}>
      {errors[code][1]}
    </Notice>
  ))

/** Characters that the memorandum's font cannot print, each with a link to where they are edited. */
export const UnprintableCharacters = ({ found }: { found: readonly Unprintable[] }) =>
  found.map(({ path, message }) => (
    <Notice key={path} tone="warn" action={<FixLink fix={unprintableFixes[path]} />}>
      {message}
    </Notice>
  ))

/** Parties without an e-mail address, who do not receive the memorandum. */
export const MissingRecipients = ({ memo }: { memo: WireMemo }) =>
  partiesWithoutEmail(memo as Parameters<typeof partiesWithoutEmail>[0]).map(({ who, name }) => (
    <Notice key={who} tone="warn" action={<FixLink fix={missingEmailFixes[who]} />}>
      {`Not sent to ${name || who} (${who.toLowerCase()}): no e-mail address.`}
    </Notice>
  ))

type Words = Wire<typeof readMemorandumWords, 'response'>

/** Template fields of the memorandum's e-mail that have no value, or that some recipients may not see. */
export const EmptyFields = ({ template, empty }: Pick<Words, 'template' | 'empty'>) =>
  empty.length > 0 && (
    <Notice tone="warn">
      {`The template “${template?.name}” has fields without a value: ${empty.map((name) => `{${name}}`).join(', ')}. Write them out, or give them a fallback in the template.`}
    </Notice>
  )

/** The template that the text is based on, as recorded with the e-mail. */
export const templateOf = ({ template }: Pick<Words, 'template'>) =>
  template ? { templateId: template._id, templateNumber: template.number } : {}

/** Null: the text no longer contains any of these fields. */
export function whyNotSendWords(empty: readonly string[], text: string): string | null {
  const left = empty.find((name) => text.includes(`{${name}}`))
  return left === undefined ? null : `Write {${left}} out first`
}

/** "A custom seller or buyer text replaces the displayed name, which is then shown struck through." */
const Party = ({ party, custom }: { party: WireMemo['seller'] | null; custom: string }) => {
  if (!party) return <span className="mut">Nobody yet</span>
  return (
    <>
      {custom.trim() ? (
        <>
          <del className="mut">{party.name}</del> <b>{custom}</b>
        </>
      ) : (
        <b>{party.name}</b>
      )}
      <Lines of={[party.email, party.tel]} />
    </>
  )
}

const Solicitor = ({ solicitor }: { solicitor: WireMemo['vendorSolicitor'] }) =>
  solicitor ? (
    <>
      <b>{solicitor.firm}</b>
      <Lines of={[solicitor.poc, solicitor.email, solicitor.tel]} />
    </>
  ) : (
    <span className="mut">Nobody yet</span>
  )

const Lines = ({ of }: { of: readonly string[] }) => of.filter(Boolean).map((line) => <small key={line}>{line}</small>)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

type MemoSummaryProps = { memo: WireMemo; seller: string; buyer: string }

/** Previews the memorandum. */
export const MemoSummary = ({ memo, seller, buyer }: MemoSummaryProps) => (
  <FormPanel title="What it says">
    <dl className="memo-says">
      <Row name="Property">
        {addressLine(memo.address)}
        <small>Tenure: {memo.tenure}</small>
      </Row>
      <Row name="Agreed price">
        {memo.price === null ? <span className="mut">Not yet</span> : <b>{showPounds(memo.price)}</b>}
      </Row>
      <Row name="Vendor">
        <Party party={memo.seller} custom={seller} />
      </Row>
      <Row name="Vendor’s solicitor">
        <Solicitor solicitor={memo.vendorSolicitor} />
      </Row>
      <Row name="Buyer">
        <Party party={memo.buyer} custom={buyer} />
      </Row>
      <Row name="Buyer’s solicitor">
        <Solicitor solicitor={memo.buyerSolicitor} />
      </Row>
      {memo.terms.length > 0 && <Row name="Terms">{memo.terms.join(' ')}</Row>}
      <Row name="Chain">{memo.chain}</Row>
      {memo.completionDate && <Row name="Completion">{showDate(memo.completionDate)}</Row>}
    </dl>
  </FormPanel>
)

export type WireMemo = Wire<typeof readMemo, 'response'>
const labels = {
  remarks: 'Remarks',
  sellerCustom: 'Custom seller text',
  buyerCustom: 'Custom buyer text',
  agentsContact: 'Agents contact',
}

/** `children` are shown between the texts and the Save bar. */
type Props = { memo: WireMemo; params: PropertyParams; onSend: () => void; children?: ReactNode }

/**
 * "Memorandum of sale: remarks, custom buyer text, custom seller text, agents contact; actions Download (PDF), Send (e-mail) and Save." All
 * three are disabled until the four parties exist; unsaved texts also disable Download and Send, because both use the saved texts.
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
  const blocked = warnings[0] ? errors[warnings[0]][1] : null
  const outputBlocked =
    blocked ?? (saving.dirty ? 'Save first: the memorandum shows what is saved' : (unprintable[0]?.message ?? null))
  const changed = priceSinceMade(memo)
  const downloadButton = (
    <Button icon={IconDownload} pending={pending} disabledReason={outputBlocked} onClick={() => void download({ params })}>
      Download
    </Button>
  )
  return (
    <>
      {!saving.mayCall && <div className="toolbar">{downloadButton}</div>}
      <SaveFormPage
        label="Memorandum of sale"
        wide
        saving={{ ...saving, disabledReason: blocked ?? saving.disabledReason }}
        labels={labels}
        actions={
          <>
            {downloadButton}
            <Button icon={IconMail} aria-haspopup="dialog" disabledReason={outputBlocked} onClick={onSend}>
              Send
            </Button>
          </>
        }
      >
        <MemoWarnings codes={warnings} />
        {changed && (
          <Notice
            tone="warn"
            action={
              saving.mayCall && (
                <Button size="s" aria-haspopup="dialog" disabledReason={outputBlocked} onClick={onSend}>
                  Send it again
                </Button>
              )
            }
          >
            {changed}
          </Notice>
        )}
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
      </SaveFormPage>
    </>
  )
}
