import type { ApiError } from '../../lib/api/call-api.ts'

/** Which rule a refused password does not meet, for its field. */
export const passwordRefusal = ({ issues }: ApiError): string | undefined =>
  issues.find(({ path }) => path === 'password')?.message

/** The field says why, so that no overlay has to. */
export const isPasswordRefused = (error: ApiError): boolean => passwordRefusal(error) !== undefined
