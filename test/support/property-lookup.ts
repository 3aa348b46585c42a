import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A stand-in for the adapter behind `PROPERTY_LOOKUP_URL`, with 40 made-up homes in RG30 9ZZ and RG30 9ZY: what it answers is the shape that
 * an operator's adapter has to answer.
 */
const homes = Array.from({ length: 40 }, (_, at) => ({
  address: `${at + 1} Sample Road, Reading`,
  postcode: at < 20 ? 'RG30 9ZZ' : 'RG30 9ZY',
  uprn: String(999_999_999_501 + at),
  titleNumber: `ZZ${990_501 + at}`,
  epcNumber: `0000-0000-0000-0000-${String(9501 + at)}`,
  rating: 'CDEB'[at % 4] ?? 'C',
  validUntil: '2033-05-01',
  tenure: at % 3 === 0 ? 'Leasehold' : 'Freehold',
}))

type Asked = { what: string; postcode: string; uprn: string }

const candidates = ({ what, postcode, uprn }: Asked) =>
  homes
    .filter((home) => (uprn === '' ? home.postcode === postcode : home.uprn === uprn))
    .map(({ address, uprn: of, titleNumber, epcNumber, rating, validUntil, tenure }) =>
      what === 'energy' ? { address, uprn: of, epcNumber, rating, validUntil } : { address, uprn: of, titleNumber, tenure },
    )

/** Listens on a free port of this machine. `asked`: what was asked for, in order. `respond` replaces the next answers. */
export async function startPropertyLookup() {
  const asked: Asked[] = []
  const state: { respond: (() => { status: number; body: string }) | null } = { respond: null }
  const server = createServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://look-up.example')
    const one = {
      what: searchParams.get('what') ?? '',
      postcode: searchParams.get('postcode') ?? '',
      uprn: searchParams.get('uprn') ?? '',
    }
    asked.push(one)
    const { status, body } = state.respond?.() ?? { status: 200, body: JSON.stringify({ candidates: candidates(one) }) }
    reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/homes?key=secret`,
    asked,
    state,
    close: () => server.close(),
  }
}
