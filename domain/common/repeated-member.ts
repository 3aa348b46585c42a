/** A string, or a character that structures JSON. Numbers and literals need no attention. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/gs

/**
 * The path of the first member that an object of the JSON text contains twice, such as `address.town`; null if there is none. Parsers
 * keep the last one and others the first, so that a proxy or log may have seen another value. The text must be valid JSON.
 */
export function findRepeatedMember(text: string): string | null {
  const open: Level[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    const level = open.at(-1)
    if (token === '{') open.push({ names: new Set(), at: '' })
    else if (token === '[') open.push({ names: null, at: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && typeof level?.at === 'number') level.at += 1
    else if (token === ':' && level?.names) {
      const name = last.includes('\\') ? (JSON.parse(last) as string) : last.slice(1, -1)
      level.at = name
      if (level.names.has(name)) return open.map(({ at }) => at).join('.')
      level.names.add(name)
    } else last = token
  }
  return null
}

/** An object with the names so far, or an array; `at`: the current name or index. */
type Level = { names: Set<string> | null; at: string | number }
