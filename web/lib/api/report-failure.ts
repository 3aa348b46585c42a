import { failedMessage } from '@gya/domain/common/messages-without-catalogue.ts'
import { ApiError, isApiError } from './call-api.ts'

/** Any error as one that can be shown. What is not from a call is a fault of the app: it is logged in the browser's console. */
export function asApiError(error: unknown): ApiError {
  if (isApiError(error)) return error
  reportError(error)
  return new ApiError({ code: 'INTERNAL', message: failedMessage })
}

/** Shows why a call failed, as a notice or a toast. Never throws: a failed save leaves the page as it is. */
export function reportFailure(error: unknown, show: (failure: ApiError) => void): void {
  show(asApiError(error))
}

const unknownOutcomes: ReadonlySet<ApiError['code']> = new Set<ApiError['code']>(['UNREADABLE', 'OFFLINE', 'SAVE_UNCERTAIN'])

/** Whether a write may have been executed: it can be repeated with its Idempotency-Key or version. */
export const isOutcomeUnknown = ({ code }: ApiError): boolean => unknownOutcomes.has(code)
