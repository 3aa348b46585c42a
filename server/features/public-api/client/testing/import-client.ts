import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryFolder } from '../../../../../scripts/memory-folder.mjs'
import type * as client from '../client-runtime.ts'
import { clientSource } from '../client-source.ts'

/** Imports the generated client from a temporary file, because it is not in git. Its calls are typed only loosely. */
export async function importClient(): Promise<typeof client> {
  const folder = await mkdtemp(join(memoryFolder(), 'gya-client-'))
  try {
    const file = join(folder, 'gya.ts')
    await writeFile(file, clientSource())
    return (await import(/* @vite-ignore */ file)) as typeof client
  } finally {
    await rm(folder, { recursive: true })
  }
}
