import type { FieldValues } from '@gya/domain/features/imports/decide-row.ts'
import { findAlike, foldFirmName } from '@gya/domain/features/imports/fold-firm-name.ts'
import type { RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import type { PreparedRow } from '../prepare-row.ts'
import { loadFirmIndex } from './firm-index.ts'
import type { Made, MatchContext } from './match.ts'

export const contactFieldKeys = ['vendorSolicitor', 'vendorBroker', 'buyerSolicitor', 'buyerBroker'] as const

export const partyTitles: Record<(typeof contactFieldKeys)[number], string> = {
  vendorSolicitor: 'Vendor’s solicitor',
  vendorBroker: 'Vendor’s broker',
  buyerSolicitor: 'Buyer’s solicitor',
  buyerBroker: 'Buyer’s broker',
}

/** A reference of the other system is no name to make a firm of. */
const isCode = /^(?=\S*\d)\S+$/

const warning = (message: string): RowIssue => ({ level: 'warning', code: 'unknown-name', column: null, value: '', message })

/**
 * Firms and people named in rows of sales, by their names in GYA. Those that neither the files nor GYA contain are made with the sale;
 * if that is switched off, they are left empty with a warning.
 */
export async function matchSaleContacts({ db, companyId, system, contents, make }: MatchContext, rows: readonly PreparedRow[]) {
  const named = rows.flatMap(({ values }) =>
    contactFieldKeys.flatMap((key) => (typeof values[key] === 'string' ? [values[key]] : [])),
  )
  const index = named.length === 0 ? null : await loadFirmIndex(db, { companyId, system, refs: named, same: make.same })
  return (given: FieldValues): { values: FieldValues; issues: RowIssue[]; made: Made } => {
    const values: Record<string, FieldValues[string]> = { ...given }
    const issues: RowIssue[] = []
    const made: Made = { firms: [], people: [] }
    for (const key of contactFieldKeys) {
      const words = values[key]
      const person = values[`${key}Person`]
      if (typeof words !== 'string') {
        if (person !== undefined) {
          delete values[`${key}Person`]
          issues.push(warning(`${partyTitles[key]}: a person without a firm is left empty.`))
        }
        continue
      }
      const [firm, brought] = [index?.byWords(words), contents.findFirm(words)]
      if (!firm && !brought && (!make.firms || isCode.test(words))) {
        delete values[key]
        delete values[`${key}Person`]
        issues.push(warning(`${partyTitles[key]}: “${words}” is neither in these files nor in GYA. It is left empty.`))
        continue
      }
      values[key] = firm?.name ?? brought?.name ?? words
      if (!firm && !brought) made.firms.push({ name: words, alike: findAlike(words, index?.firms ?? []) })
      if (typeof person !== 'string') continue
      const known = firm && index?.person(firm.id, { name: person })
      if (known) values[`${key}Person`] = known.name
      else if (brought?.people.has(person.trim().toLowerCase()))
        values[`${key}Person`] = brought.people.get(person.trim().toLowerCase())
      else if (make.people) made.people.push(`${foldFirmName(words)} ${person.trim().toLowerCase()}`)
      else {
        delete values[`${key}Person`]
        issues.push(warning(`${partyTitles[key]}: nobody called ${person} is known at ${values[key]}. The firm alone is kept.`))
      }
    }
    return { values, issues, made }
  }
}
