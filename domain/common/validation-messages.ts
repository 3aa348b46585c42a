import type { z } from 'zod'

const expectedTypeMessages: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Say yes or no.',
}

/**
 * Messages for issues without a message of their own: `safeParse(data, { error: validationMessage })`. A message in the
 * schema takes precedence over zod's default.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return 'This field is not known.'
  if (issue.input === undefined) return 'This is missing.'
  if (issue.code === 'invalid_type') return expectedTypeMessages[issue.expected] ?? 'This is not in the right form.'
  if (issue.code === 'too_big') return `Use at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `Use at least ${issue.minimum}.`
  if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'This is not one of the choices.'
  return 'This is not in the right form.'
}
