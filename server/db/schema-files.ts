import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the schema as read from disk. */
export type SchemaFile = { name: string; text: string; sha256: Buffer }
/** A view or a function with its triggers, in a file of its own; `needs`: the code objects that must exist before it. */
export type CodeObject = SchemaFile & { needs: readonly string[] }

export const migrationsFolder = join(import.meta.dirname, 'migrations')
export const codeFolder = join(import.meta.dirname, 'code')

/** The migrations in the order of their names. */
export const readMigrations = (folder = migrationsFolder): Promise<SchemaFile[]> => readSqlFiles(folder)

/** The code objects, each after those of its `-- needs:` line. Throws on a name without a file and on a circle. */
export async function readCodeObjects(folder = codeFolder): Promise<CodeObject[]> {
  const files = new Map<string, CodeObject>()
  for (const { name, ...file } of await readSqlFiles(folder)) {
    const object = name.replace(/\.sql$/, '').replaceAll('-', '_')
    const needs = /^-- needs: (.+)$/m.exec(file.text)?.[1]?.split(', ') ?? []
    files.set(object, { ...file, name: object, needs })
  }
  const ordered: CodeObject[] = []
  const add = (name: string, path: readonly string[]): void => {
    const file = files.get(name)
    if (!file) throw new Error(`Code object ${path.at(-1)} needs ${name}, which has no file.`)
    if (path.includes(name)) throw new Error(`Code objects need each other: ${[...path, name].join(', ')}.`)
    if (ordered.includes(file)) return
    for (const needed of file.needs) add(needed, [...path, name])
    ordered.push(file)
  }
  for (const name of files.keys()) add(name, [])
  return ordered
}

async function readSqlFiles(folder: string): Promise<SchemaFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest() }
    }),
  )
}
