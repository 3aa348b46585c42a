import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './call-api.ts'
import { isOutcomeUnknown, reportFailure } from './report-failure.ts'

afterEach(() => vi.unstubAllGlobals())

test('reportFailure shows the error of a call, and any other error as a general one that it logs', () => {
  const logged = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', logged)
  const shown: ApiError[] = []
  const refusal = new ApiError({ code: 'FORBIDDEN', message: 'No.' })
  reportFailure(refusal, (failure) => shown.push(failure))
  reportFailure(new TypeError('read of undefined'), (failure) => shown.push(failure))
  expect(shown).toMatchObject([refusal, { code: 'INTERNAL', message: expect.stringContaining('Something went wrong') }])
  expect(logged).toHaveBeenCalledOnce()
})

test('isOutcomeUnknown: a refusal is known not to be saved', () => {
  const isUnknown = (code: ApiError['code']) => isOutcomeUnknown(new ApiError({ code, message: '' }))
  expect((['UNREADABLE', 'OFFLINE', 'SAVE_UNCERTAIN', 'INTERNAL', 'STALE_VERSION'] as const).map(isUnknown)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
