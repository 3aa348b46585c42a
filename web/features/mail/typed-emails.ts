import { type EmailLists, whyNotAddEmail } from '@gya/domain/features/mail/email-form.ts'

/** What became of typed or pasted addresses: those taken, and what is left in the field with the reason. */
export type TypedEmails = { added: string[]; left: string; error: string | null }

/**
 * Addresses as people type and paste them: between commas, semicolons, spaces and line breaks, with or without a name
 * (`Jo Marsh <jo@law.example>`). What cannot be taken stays in the field, with the reason of the first.
 */
export function takeEmails(typed: string, given: EmailLists): TypedEmails {
  const added: string[] = []
  const left: string[] = []
  let error: string | null = null
  for (const part of partsOf(typed)) {
    const why = whyNotAddEmail(part, { ...given, to: [...given.to, ...added] })
    if (why === null) added.push(part.toLowerCase())
    else {
      left.push(part)
      error ??= why
    }
  }
  return { added, left: left.join(', '), error }
}

const partsOf = (typed: string): string[] => {
  const inBrackets = [...typed.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address.trim())
  if (inBrackets.length > 0) return inBrackets
  return typed.split(/[\s,;]+/).filter(Boolean)
}
