/**
 * Form values of an expired session or a reloaded page, without passwords and secrets: stored in this tab and restored once, when the form
 * is next opened.
 */
const keyOf = (form: string): string => `gya.draft.${form}`

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (/password|secret/i.test(name) ? [] : [[name, withoutSecrets(part)]])),
  )
}

export const saveDraft = (form: string, values: unknown): void => {
  sessionStorage.setItem(keyOf(form), JSON.stringify(withoutSecrets(values)))
}

/** A draft with the initial values of what it lacks: secrets, and fields of a newer version of the form. */
export function withInitialValues<Values>(initial: Values, draft: unknown): Values {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord(initial) || !isRecord(draft)) return draft === undefined ? initial : (draft as Values)
  const names = [...new Set([...Object.keys(initial), ...Object.keys(draft)])]
  return Object.fromEntries(names.map((name) => [name, withInitialValues(initial[name], draft[name])])) as Values
}

/** Returns and removes the draft of a form. */
export function takeDraft<Values>(form: string): Partial<Values> | null {
  const text = sessionStorage.getItem(keyOf(form))
  sessionStorage.removeItem(keyOf(form))
  try {
    return text ? (JSON.parse(text) as Partial<Values>) : null
  } catch {
    return null
  }
}
