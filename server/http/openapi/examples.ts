import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@gya/domain/endpoint.ts'

/**
 * Requests and answers of the calls that keys may make, in the order of a sale, as a test makes them against the server; lists have one row.
 * [open §1](docs/design/open.md#1). `UPDATE_EXAMPLES=1` with that test writes the file again.
 */
export type CallExample = {
  /** The name of the call, which is its operation id. */
  call: string
  method: Endpoint['method']
  path: string
  /** With their values, of what the path names and of the query. */
  parameters: Record<string, string>
  body: unknown
  /** Null for a file. */
  answer: unknown
}

export const examplesFile = join(import.meta.dirname, 'examples.json')

/** The first example of each call. */
export function readExamples(): Map<string, CallExample> {
  const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as CallExample[]
  return new Map(examples.toReversed().map((example) => [example.call, example]))
}
