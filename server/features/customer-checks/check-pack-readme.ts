import { showDate } from '@gya/domain/common/dates.ts'
import type { CheckPackContent } from './check-pack-content.ts'

/** README.txt of the inspector's file: what is what, in plain words. */
export const checkPackReadme = (
  { company, options, today, withFiles, settings }: CheckPackContent,
  missing: readonly string[],
): string => `\
Customer checks of ${company}, ${showDate(options.dateStart)} to ${showDate(options.dateEnd)}, made on ${showDate(today)}.
Nominated officer: ${settings.officer ?? 'none is entered'}.

register.pdf   sales without a check, then every customer with their checks
register.csv   one line a check. A leading ' keeps a text from being taken for a formula
files/         ${withFiles ? 'copies of papers, by sale and customer' : 'not asked for'}
record.txt     whether the sealed record is whole, and its last checkpoint
SHA256SUMS     sums of all other files: sha256sum -c SHA256SUMS

Each check has an entry check-entered in the record of its sale, with a SHA-256 of the check and a secret salt: it stood there on that day
and was not altered since. Each copy has an entry check-file-added of its own. Struck checks are listed; they do not count.
${missing.length === 0 ? '' : `\nThese files are no longer in the file store:\n${missing.map((name) => `  ${name}\n`).join('')}`}`
