import { showDateTime } from '@gya/domain/common/dates.ts'
import type { ArchiveManifest } from './write-archive.ts'

/** "README.txt: what is what, in plain words." [connect §2.1](docs/design/connect.md#2.1). */
export const archiveReadme = ({ company, exportedAt, position, tables, leftOut }: ArchiveManifest): string => `\
Everything that GYA holds of ${company.name}, as it was at ${showDateTime(exportedAt)} (London).

gya-archive.json     what this is: format, company, number of rows and sums of every table
tables/NAME.csv      the tables for spreadsheets. A leading ' keeps a text from being taken for a formula
tables/NAME.jsonl    the same rows, one JSON object a line, exactly as they are stored
files/ID/NAME        documents and attachments of e-mails
pictures/ID-SIZE.webp  photos and logos
record/              the record of what happened: entries 1 to ${position}, with what proves that none was changed
outside-people.jsonl  who else is named: administrators of the platform
audit/               what this installation saw: sign-ins, downloads, changes of rights
SHA256SUMS           sums of all other files: sha256sum -c SHA256SUMS

Amounts are in pence. Days are YYYY-MM-DD. Instants are in UTC. Bytes are base64.

${Object.keys(tables).length} tables are in the archive. Left out:
${Object.entries(leftOut)
  .map(([name, why]) => `  ${name}: ${why}\n`)
  .join('')}`
