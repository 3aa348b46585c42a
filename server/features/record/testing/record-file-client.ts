import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadRecordFile, listRecordFiles, makeRecordFile } from '@gya/domain/features/record/record-file.contract.ts'
import type { Fixtures, PropertyPath } from '../../../../test/support/fixtures.ts'
import { addressOf } from '../../../../test/support/test-client.ts'
import { sealLeftOvers } from '../seal-entries.ts'

export type AskedFile = Partial<Wire<typeof makeRecordFile, 'body'>>

/** Creates and reads record files of a property as a branch admin. */
export class RecordFileClient {
  readonly #fixtures: Fixtures
  readonly place: PropertyPath

  constructor(fixtures: Fixtures, place: PropertyPath) {
    this.#fixtures = fixtures
    this.place = place
  }

  /** Requests a file and runs the job that creates it. */
  async make(asked: AskedFile = {}) {
    this.#fixtures.clock.advance({ minutes: 1 })
    await sealLeftOvers(this.#fixtures)
    const body = { copy: 'full' as const, recipient: 'The Ombudsman', reason: 'Complaint C-118', ...asked }
    const { _id } = await this.#fixtures.as('branch').ok(makeRecordFile, { params: this.place, body })
    await this.#fixtures.runJobs()
    return { _id, pdf: () => this.download(_id, 'pdf'), zip: () => this.download(_id, 'zip') }
  }

  refusal(asked: AskedFile = {}) {
    const body = { copy: 'full' as const, recipient: 'X', reason: 'Y', ...asked }
    return this.#fixtures.as('branch').refusal(makeRecordFile, { params: this.place, body })
  }

  async download(fileId: string, form: 'pdf' | 'zip'): Promise<Buffer> {
    const url = addressOf(downloadRecordFile.path, { ...this.place, fileId, form })
    const answer = await this.#fixtures.as('branch').inject({ method: 'GET', url })
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
    return answer.rawPayload
  }

  async listed() {
    return (await this.#fixtures.as('branch').ok(listRecordFiles, { params: this.place })).data
  }
}
