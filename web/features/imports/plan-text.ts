import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds, toPounds } from '@gya/domain/common/money.ts'
import { isAmount } from '@gya/domain/features/imports/import-field.ts'
import { findImportField, type ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import type { PlannedField, PlanValue } from '@gya/domain/features/imports/imports.model.ts'

/** A value as text: amounts are pence, days ISO. */
export function valueText(kind: ImportKind, key: string, value: PlanValue): string {
  if (value === null) return 'nothing'
  const field = findImportField(kind, key)
  if (field !== undefined && isAmount(field.reader) && typeof value === 'number') return showPounds(toPounds(value))
  if (field?.reader === 'day' && typeof value === 'string') return showDate(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return field?.choices?.find((choice) => choice.value === value)?.title ?? String(value)
}

/** "£250,000 → £245,000" for an update, else the new value. */
export const planText = (kind: ImportKind, { field, from, to }: PlannedField): string =>
  from === null || from === to ? valueText(kind, field, to) : `${valueText(kind, field, from)} → ${valueText(kind, field, to)}`

/** "Asking price £250,000 → £245,000". */
export const titledPlanText = (kind: ImportKind, field: PlannedField): string =>
  `${findImportField(kind, field.field)?.title ?? field.field} ${planText(kind, field)}`
