/**
 * "Canonical is RFC 8785 of what the database gives back." [trust §1.2](docs/design/trust.md#1.2), rule 1. Members are sorted by UTF-16
 * code units, without white space; numbers and strings are written as in ECMAScript. Undefined members are omitted, as in JSON. Throws for
 * values that JSON cannot represent.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, one]) => one !== undefined)
    // localeCompare would depend on the locale.
    members.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, one]) => `${quoted(name)}:${canonicalJson(one)}`).join(',')}}`
  }
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return JSON.stringify(value)
  throw new TypeError(`JSON cannot hold a ${typeof value}.`)
}

function quoted(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('JSON cannot hold a lone surrogate.')
  return JSON.stringify(text)
}
