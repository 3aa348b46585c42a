import { type Endpoint, type ScopeKey, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import type { PropertyPath } from './fixtures.ts'
import { sampleValue } from './schema-samples.ts'
import { addressOf } from './test-client.ts'

/** All GETs; a stream of live changes never ends. */
export const reads = endpoints.filter(({ call }) => call.method === 'GET' && !call.responseTypes?.includes('text/event-stream'))

/** The address of a GET about a property, its branch or company, with what it requires. `searched`: the text that is searched for. */
export function readAddress(call: Endpoint, place: PropertyPath, searched: string): string {
  const params = call.params
    ? Object.fromEntries(
        Object.entries(call.params.shape).map(([name, field]) => [
          name,
          scopeKeys.includes(name as ScopeKey) ? place[name as ScopeKey] : sampleValue(field as never, place.propertyId),
        ]),
      )
    : {}
  const required = call.query
    ? Object.fromEntries(
        Object.entries(call.query.shape).flatMap(([name, field]) =>
          (field as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success
            ? []
            : [[name, name === 'q' ? searched : sampleValue(field as never, place.propertyId)]],
        ),
      )
    : {}
  return addressOf(call.path, params, required)
}
