import type { z } from 'zod'

const expectedTypeMessages: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Say yes or no.',
}

/**
 * Words for what a schema found and has no words of its own for; zod's own are for programmers. For `safeParse(data,
 * { error: issueInWords })`: a schema's own message comes first.
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
