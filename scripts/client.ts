import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientSource } from '../server/features/public-api/client/client-source.ts'

// Writes the typed client of the API from the contracts.
await writeFile(join(import.meta.dirname, '../clients/typescript/gya.ts'), clientSource())
