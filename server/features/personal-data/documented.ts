import { personalData, type TableData } from './registry.ts'

/** What an erasure does to a table, in a few words. */
function erasureEffect({ people, texts, json, lists, ofAccount, kept = {} }: TableData): string {
  const reasons = [...new Set(Object.values(kept))]
  return [
    ...(people ? ['name becomes a pseudonym, e-mail and number are emptied'] : []),
    ...(texts || json || lists ? ['name, e-mail and number are replaced wherever they stand'] : []),
    ...(ofAccount ? [people ? 'password, photo and settings are emptied' : 'deleted with the account'] : []),
    ...reasons.map((reason) => `kept: ${reason}`),
  ].join('; ')
}

/** The lines of the table in `docs/security-and-privacy.md`: every table that can hold something of a person. */
export const documentationRows: readonly string[] = Object.entries(personalData as Record<string, TableData>)
  .filter(([, { holds }]) => holds !== '')
  .map(([table, data]) => `| \`${table}\` | ${data.holds} | ${erasureEffect(data)} |`)
