import type { NewEvent } from '../../events/events.repository.ts'

/** An entry whose day is assumed, because the files give none: no figure of a period counts it ([decision 151](docs/decisions/import.md#151)). */
export const undated = (event: NewEvent): NewEvent => ({ ...event, data: { ...event.data, undated: true } })

/** Those of these steps. */
export const undatedSteps = (events: readonly NewEvent[], keys: readonly number[]): NewEvent[] =>
  events.map((event) => (event.kind === 'step-changed' && keys.includes(Number(event.data?.key)) ? undated(event) : event))
