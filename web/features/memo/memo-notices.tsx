import { type ErrorCode, errors } from '@gya/domain/errors.ts'
import { partiesWithoutEmail } from '@gya/domain/features/memo/parties-without-email.ts'
import type { Unprintable } from '@gya/domain/features/memo/why-not-print-memo.ts'
import { useScopedPath } from '../../platform/place.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { WireMemo } from './memo-form.tsx'

type Fix = readonly [label: string, screen: string]

/** Where each warning is put right. */
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

/** What is missing for a memorandum, each with a link to where it is added. */
export const MemoWarnings = ({ codes }: { codes: readonly ErrorCode[] }) =>
  codes.map((code) => (
    <Notice key={code} tone="warn" action={<FixLink fix={warningFixes[code]} />}>
      {errors[code][1]}
    </Notice>
  ))

/** What the font of the memorandum cannot print, each with a link to where it is edited. */
export const UnprintableCharacters = ({ found }: { found: readonly Unprintable[] }) =>
  found.map(({ path, message }) => (
    <Notice key={path} tone="warn" action={<FixLink fix={unprintableFixes[path]} />}>
      {message}
    </Notice>
  ))

/** The parties whom the memorandum is not sent to, because they have no e-mail address. */
export const MissingRecipients = ({ memo }: { memo: WireMemo }) =>
  partiesWithoutEmail(memo as Parameters<typeof partiesWithoutEmail>[0]).map(({ who, name }) => (
    <Notice key={who} tone="warn" action={<FixLink fix={missingEmailFixes[who]} />}>
      {`Not sent to ${name || who} (${who.toLowerCase()}): no e-mail address.`}
    </Notice>
  ))
