import { type DecidedRow, isConfirmed } from '@gya/domain/features/imports/decide-row.ts'
import { isAcceptedOffer } from './decide-rows.ts'
import type { ImportContents } from './import-contents.ts'
import type { PreparedRow } from './prepare-row.ts'

/** Stores the facts about a row that later rows need. Check and run call it in the same order. */
export function rememberRow(
  contents: ImportContents,
  row: PreparedRow,
  { decision, targetId }: Pick<DecidedRow, 'decision' | 'targetId'>,
  line: string,
): void {
  const { kind, ref, values, groupKey } = row
  const isWritten = isConfirmed(decision, row.row.choice)
  const known = ref === null ? undefined : contents.properties.get(ref)
  // A corrected row replaces the row with an error.
  if (kind === 'property' && ref !== null && (!known || known.fate === 'error')) {
    const fate = decision === 'error' ? 'error' : isWritten || decision === 'same' ? 'written' : 'duplicate'
    const isUpdate = decision !== 'create' && row.row.choice !== 'create'
    contents.properties.set(ref, {
      line,
      fate,
      targetId: fate === 'written' && isUpdate ? targetId : null,
      acceptedOffer: null,
      hasSale: false,
      created: fate === 'written' && !isUpdate ? { branchId: row.branchId, values } : null,
      vendor: decision === 'create' && namesVendor(row) ? { line, email: String(values.vendorEmail ?? '') } : null,
    })
  }
  if (kind === 'firm' && (isWritten || decision === 'same'))
    contents.addFirm(ref, { line, name: String(values.name ?? ''), groupKey, people: new Map() })
  if (!isWritten || kind === 'property') return
  const name = String(values.name ?? '').trim()
  if (kind === 'person-at-firm') contents.findFirm(String(values.firm ?? ''))?.people.set(name.toLowerCase(), name)
  if (kind !== 'offer' && kind !== 'sale' && kind !== 'vendor') return
  const own = contents.propertyOf(String(values.propertyRef ?? ''), line)
  if (isAcceptedOffer(row)) {
    const acceptedOn = [values.acceptedOn, values.when].find((on) => typeof on === 'string')
    own.hasSale = true
    own.acceptedOffer = { acceptedOn: acceptedOn ?? null, cashBuy: values.cashBuy === true }
  }
  if (kind === 'sale') own.hasSale = true
  if (kind === 'vendor') own.vendor = { line, email: String(values.email ?? '') }
}

const namesVendor = ({ values }: PreparedRow): boolean => values.vendorEmail !== undefined || values.vendorLastName !== undefined
