import { type EmailLists, type ListName, listNames, whyNotAddEmail } from '@gya/domain/features/mail/email-form.ts'

/** What became of typed or pasted addresses: those taken, and what is left in the field with the reason. */
export type ParsedEmails = { added: string[]; left: string; error: string | null }

/**
 * Addresses as people type and paste them: between commas, semicolons, spaces and line breaks, with or without a name
 * (`Jo Marsh <jo@law.example>`). What cannot be taken stays in the field, with the reason of the first.
 */
export function parseEmails(typed: string, given: EmailLists): ParsedEmails {
  const added: string[] = []
  const left: string[] = []
  let error: string | null = null
  for (const part of splitEmails(typed)) {
    const why = whyNotAddEmail(part, { ...given, to: [...given.to, ...added] })
    if (why === null) added.push(part.toLowerCase())
    else {
      left.push(part)
      error ??= why
    }
  }
  return { added, left: left.join(', '), error }
}

const splitEmails = (typed: string): string[] => {
  const inBrackets = [...typed.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address.trim())
  if (inBrackets.length > 0) return inBrackets
  return typed.split(/[\s,;]+/).filter(Boolean)
}

/** What is typed into the fields and not in their lists yet. */
export type Typing = Record<ListName, string>
export const noTypedEmails: Typing = { to: '', cc: '', bcc: '' }

/** What is wrong with text that is left in the fields, by field: it would be sent to nobody. */
export function typedEmailErrors(typing: Typing, given: EmailLists): Partial<Record<ListName, string>> {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const { error } = parseEmails(typing[list], given)
      return error === null ? [] : [[list, error]]
    }),
  )
}

const listLabels: Record<ListName, string> = { to: 'To', cc: 'CC', bcc: 'BCC' }

/** Why text in a field holds Send, with the text itself; null where there is none or it can be taken. */
export function whyTypingBlocksSend(typing: Typing, given: EmailLists): string | null {
  const list = listNames.find((one) => typedEmailErrors(typing, given)[one] !== undefined)
  return list ? `Correct or remove “${typing[list].trim()}” under ${listLabels[list]}` : null
}
