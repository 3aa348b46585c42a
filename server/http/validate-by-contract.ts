import { validationMessage } from '@gya/domain/common/issue-words.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/** The contract's own schemas check what comes in; every issue is answered with where it is and what to do. */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const read = schema.safeParse(data ?? (httpPart === 'body' ? {} : data), { error: validationMessage })
    if (read.success) return { value: read.data }
    const issues = read.error.issues.slice(0, 50).map((issue) => ({ path: issuePath(issue), message: issue.message }))
    return { error: new DomainError('VALIDATION_FAILED', { issues }) }
  })
  // Answers are checked and encoded inside the transaction, by mount.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

const issuePath = (issue: z.core.$ZodIssue): string =>
  [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].map(String).join('.')
