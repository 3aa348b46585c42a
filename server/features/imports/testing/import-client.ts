import { createHash } from 'node:crypto'
import type { ShareRule } from '@gya/domain/features/assignment/choose-progressor.ts'
import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import {
  addImportFile,
  checkImport,
  createImport,
  deleteImport,
  listImportRows,
  mapImportFile,
  putImportPart,
  readImport,
  readImportFile,
  runImport,
  undoImport,
} from '@gya/domain/features/imports/imports.contract.ts'
import type { Decision, ImportDetail, RowOutcome } from '@gya/domain/features/imports/imports.model.ts'
import type { Fixtures } from '../../../../test/support/fixtures.ts'
import { addressOf } from '../../../../test/support/test-client.ts'

type Upload = { name?: string; content: string | Buffer; kind?: ImportKind; replaces?: boolean }

/** Imports files through the API, as company A's administrator. */
export class ImportClient {
  readonly #fixtures: Fixtures
  readonly params: { companyId: string; importId: string }

  constructor(fixtures: Fixtures, importId: string) {
    this.#fixtures = fixtures
    this.params = { ...fixtures.a, importId }
  }

  static async open(
    fixtures: Fixtures,
    body: { name?: string; system?: string; branchId?: string | null } = {},
  ): Promise<ImportClient> {
    const { _id } = await fixtures.as('company').ok(createImport, {
      params: fixtures.a,
      body: { name: 'Old system', system: 'old', branchId: fixtures.first.branchId, ...body },
    })
    return new ImportClient(fixtures, _id)
  }

  /** Opens an import with these files, read and checked. */
  static async checked(fixtures: Fixtures, ...files: Upload[]): Promise<ImportClient> {
    const client = await ImportClient.open(fixtures)
    for (const file of files) await client.send(file)
    await fixtures.runJobs()
    await client.check()
    return client
  }

  get #client() {
    return this.#fixtures.as('company')
  }

  async announce({ name = 'properties.csv', content, kind, replaces = false }: Upload) {
    const bytes = Buffer.from(content as string)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const body = { name, bytes: bytes.length, sha256, replaces, ...(kind ? { kind } : {}) }
    return this.#client.ok(addImportFile, { params: this.params, body })
  }

  put(fileId: string, part: number, content: Buffer) {
    const url = addressOf(putImportPart.path, { ...this.params, fileId, part })
    return this.#client.inject({ method: 'PUT', url, payload: content, headers: { 'content-type': 'application/octet-stream' } })
  }

  /** Uploads a file and runs the job that reads it. Returns its id. */
  async upload(file: Upload): Promise<string> {
    const fileId = await this.send(file)
    await this.#fixtures.runJobs()
    return fileId
  }

  /** Uploads a file and enqueues reading it. Returns its id. */
  async send(file: Upload): Promise<string> {
    const { _id, partBytes } = await this.announce(file)
    const bytes = Buffer.from(file.content as string)
    for (let from = 0, part = 1; from < bytes.length; from += partBytes, part += 1)
      await this.put(_id, part, bytes.subarray(from, from + partBytes))
    await this.#client.ok(readImportFile, { params: { ...this.params, fileId: _id } })
    return _id
  }

  read(): Promise<ImportDetail> {
    return this.#client.ok(readImport, { params: this.params }) as Promise<ImportDetail>
  }

  async map(
    fileId: string,
    change: { mapping?: Record<string, string | null>; codes?: Record<string, Record<string, string | null>>; strict?: string[] },
  ) {
    const file = (await this.read()).files.find(({ _id }) => _id === fileId)
    const mapping = Object.fromEntries((file?.columns ?? []).map(({ name, field }) => [name, field]))
    const { codes = {}, strict } = change
    const body = { kind: file?.kind ?? 'property', mapping: { ...mapping, ...change.mapping }, codes, ...(strict && { strict }) }
    return this.#client.ok(mapImportFile, { params: { ...this.params, fileId }, body })
  }

  async check(body: { branchId?: string } = {}): Promise<ImportDetail> {
    await this.#client.ok(checkImport, { params: this.params, body })
    await this.#fixtures.runJobs()
    return this.read()
  }

  async run(more: { share?: { among: string[]; by: ShareRule } } = {}): Promise<ImportDetail> {
    const { position } = await this.read()
    await this.#client.ok(runImport, { params: this.params, body: { position, ...more } })
    await this.#fixtures.runJobs()
    return this.read()
  }

  async undo(): Promise<ImportDetail> {
    await this.#client.ok(undoImport, { params: this.params })
    await this.#fixtures.runJobs()
    return this.read()
  }

  /** Deletes an import that was never run: three may be open. */
  async remove(): Promise<void> {
    await this.#client.ok(deleteImport, { params: this.params })
  }

  async rows(query: { decision?: Decision; level?: 'warning' | 'empty'; outcome?: RowOutcome } = {}) {
    const { data } = await this.#client.ok(listImportRows, {
      params: this.params,
      query: { itemsPerPage: '100', order: 'line', ...query },
    })
    return data
  }
}
