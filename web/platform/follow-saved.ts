import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Shows what is stored now and counts it as saved. What was typed on since `sent` left stays, and stays unsaved. */
export function showSaved<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  stored: Values,
  sent: Values,
): void {
  const now = form.getValues()
  const typedOn = Object.entries(now).filter(([name, value]) => !same(value, sent[name]))
  form.setValues({ ...stored, ...Object.fromEntries(typedOn) })
  form.resetDirty(stored)
}

/**
 * Keeps a form on what is stored: when a reload brings other values (somebody else saved, or this form did) an untouched
 * form shows them. What somebody is typing is never replaced; their save then meets STALE_VERSION, because the version
 * is one of the values.
 */
export function useFollowSaved<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, stored: Values): void {
  const text = JSON.stringify(stored)
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    const { current } = latest
    const now = current.getValues()
    if (!current.isDirty() && JSON.stringify(now) !== text) showSaved(current, JSON.parse(text) as Values, now)
  }, [text])
}
