import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The loaded values that edits are based on (as JSON), their version, and values made stale by an own save. */
type LoadedState = { read: string; version: number | undefined; outdated: string | null }

/** Loaded values replace the base when the form is clean or they are equal, but not if they are older than an own save. */
const replacesForm = (base: LoadedState, read: string, version: number | undefined, dirty: boolean): boolean => {
  const isStale = read === base.outdated && (version === undefined || version < (base.version ?? 0))
  return !isStale && (read === base.read || !dirty)
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The stored values, with the form's value in fields that were edited. */
const withEdits = <Values extends Record<string, unknown>>(stored: Values, values: Values, base: Values): Values => ({
  ...stored,
  ...Object.fromEntries(Object.entries(values).filter(([field, value]) => !isEqual(value, base[field]))),
})

/**
 * Shows loaded values in a clean form. Edits keep the version that they started from until equal values are loaded or an own
 * save succeeds.
 */
export function useLoadedValues<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initialValues: Values,
  version: number | undefined,
) {
  const read = JSON.stringify(initialValues)
  const dirty = form.isDirty()
  const base = useRef<LoadedState>({ read, version, outdated: null })
  const [isRebasing, setRebasing] = useState(false)
  const latest = useRef({ form, read, initialValues })
  latest.current = { form, read, initialValues }
  useEffect(() => {
    const { form: shown, initialValues: stored } = latest.current
    const rebases = isRebasing && version !== undefined && version > (base.current.version ?? version)
    if (!rebases && !replacesForm(base.current, read, version, dirty)) return
    if (base.current.read !== read) {
      shown.setValues(rebases ? withEdits(stored, shown.getValues(), JSON.parse(base.current.read) as Values) : stored)
      shown.resetDirty(stored)
    }
    base.current = { read, version, outdated: null }
    if (rebases) setRebasing(false)
  }, [read, version, dirty, isRebasing])
  // Computed during render, before the effect: values that will replace the base do not count as newer.
  const isNewer = version !== undefined && version > (base.current.version ?? version)
  return {
    /** A newer version than the edited one was saved. */
    hasNewerVersion: isNewer && !replacesForm(base.current, read, version, dirty),
    version: () => base.current.version,
    rebase: (saved: Values, next: number | undefined) => {
      base.current = { read: JSON.stringify(saved), version: next ?? base.current.version, outdated: latest.current.read }
    },
    /** A save was executed although its response was lost: the next newer version is the base, and edits that differ from it stay. */
    rebaseOnStored: useCallback(() => setRebasing(true), []),
  }
}
