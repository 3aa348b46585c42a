import { normaliseFirmName } from '@gya/domain/features/contacts/likely-duplicates.ts'
import { firmValues } from '@gya/domain/features/imports/current-values.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import type { PreparedRow } from '../prepare-row.ts'
import { loadFirmIndex, type PersonRow } from './firm-index.ts'
import { findReferences, type Match, type MatchContext, noMatch } from './match.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Finds the existing firms of rows of kind `firm`. */
export async function matchFirms({ db, companyId, system }: MatchContext, rows: readonly PreparedRow[]) {
  const index = await loadFirmIndex(db, { companyId, system, refs: [] })
  const byRef = await findReferences(db, { companyId, system, kind: 'firm', refs: rows.map(({ ref }) => ref) })
  return ({ ref, values }: PreparedRow): Match => {
    const referred = ref === null ? undefined : index.byId(byRef.get(ref) ?? '')
    const existing = (firm: NonNullable<typeof referred>) => ({ id: firm.id, values: firmValues(firm), changedHere: {} })
    if (referred) return { ...noMatch, byReference: existing(referred) }
    const alike = index.alike({ name: text(values.name), address: text(values.address), email: text(values.email) })
    if (!alike) return noMatch
    const isNamed = normaliseFirmName(alike.name) === normaliseFirmName(text(values.name))
    const message = isNamed ? `Same as the firm “${alike.name}”.` : `${alike.email} is the e-mail of the firm “${alike.name}”.`
    return { ...noMatch, alike: { existing: existing(alike), message, code: isNamed ? 'same-firm' : 'same-firm-email' } }
  }
}

/** Finds the existing people of rows of kind `person-at-firm`. */
export async function matchPeople({ db, companyId, system, contents }: MatchContext, rows: readonly PreparedRow[]) {
  const words = rows.map(({ values }) => text(values.firm))
  const index = await loadFirmIndex(db, { companyId, system, refs: words })
  const byRef = await findReferences(db, { companyId, system, kind: 'person-at-firm', refs: rows.map(({ ref }) => ref) })
  return ({ ref, values }: PreparedRow): Match => {
    const firm = index.byWords(text(values.firm))
    if (!firm && !contents.findFirm(text(values.firm)))
      return {
        ...noMatch,
        refusal: { code: 'no-firm', message: `There is no firm “${text(values.firm)}”, neither in these files nor in GYA.` },
      }
    const existing = ({ id, name, email, tel, note }: PersonRow) => ({
      id,
      values: { firm: text(values.firm), name, email, tel, note },
      changedHere: {},
    })
    const referred = ref === null ? undefined : index.personById(byRef.get(ref) ?? '')
    if (referred) return { ...noMatch, byReference: existing(referred) }
    const alike = firm && index.person(firm.id, { name: text(values.name), email: text(values.email) })
    if (!alike || !firm) return noMatch
    const isNamed = foldName(alike.name) === foldName(text(values.name))
    const message = isNamed
      ? `Same as “${alike.name}” at ${firm.name}.`
      : `${alike.email} is the e-mail of “${alike.name}” at ${firm.name}.`
    return { ...noMatch, alike: { existing: existing(alike), message, code: isNamed ? 'same-person' : 'same-person-email' } }
  }
}
