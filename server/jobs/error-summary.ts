/** The type of an error, its code and the constraint it violates, at most 200 characters. Messages may contain personal data. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return [error.name, code, constraint]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
    .slice(0, 200)
}

/** `errorType` and the line of the source. */
export function errorSummary(error: unknown): string {
  const location = error instanceof Error ? error.stack?.split('\n').find((line) => line.startsWith('    at ')) : undefined
  return [errorType(error), location?.trim()].filter(Boolean).join(' · ')
}
