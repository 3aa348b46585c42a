import { type ReactNode, useRef, useState } from 'react'
import { Notice, type NoticeTone } from '../ui/feedback/notice.tsx'

export type FormErrors<Name extends string> = Partial<Record<Name, string>>

/** Moves the focus to a field; `select` also selects its text. */
const focusField = (name: string, select = false): void => {
  const input = document.getElementById(name)
  input?.focus()
  if (select && input instanceof HTMLInputElement) input.select()
}

/** State of a form of the sign-in site: values, errors below the fields, one notice, and one call at a time. */
export function useLoginForm<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FormErrors<Name>>({})
  const [notice, setNotice] = useState<ReactNode>(null)
  const [pending, setPending] = useState(false)
  const isSending = useRef(false)
  return {
    values,
    notice,
    pending,
    show: (tone: NoticeTone, ...words: ReactNode[]) => setNotice(<Notice tone={tone}>{words}</Notice>),
    clearNotice: () => setNotice(null),
    fail: (name: Name, error: string, select = false) => {
      setErrors({ [name]: error } as FormErrors<Name>)
      focusField(name, select)
    },
    /** Spread on a field. */
    field: (name: Name, onChange?: (text: string) => void) => ({
      id: name,
      name,
      required: true,
      value: values[name],
      onChange: (text: string) => {
        setValues((before) => ({ ...before, [name]: text }))
        setErrors((before) => ({ ...before, [name]: undefined }))
        onChange?.(text)
      },
      error: errors[name] && <span role="alert">{errors[name]}</span>,
    }),
    /** Sends valid values, or shows the errors and moves the focus to the first. Ignored while a call is pending. */
    submit: async (found: FormErrors<Name>, send: () => Promise<void>): Promise<void> => {
      if (isSending.current) return
      setErrors(found)
      const [first] = Object.keys(found)
      if (first !== undefined) return focusField(first)
      isSending.current = true
      setPending(true)
      try {
        await send()
      } finally {
        isSending.current = false
        setPending(false)
      }
    },
  }
}
