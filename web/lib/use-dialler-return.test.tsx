import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDiallerReturn } from './use-dialler-return.ts'

const Caller = ({ onReturn }: { onReturn: () => void }) => {
  const onCall = useDiallerReturn(onReturn)
  return (
    <button type="button" onClick={onCall}>
      Call
    </button>
  )
}

let visibility: DocumentVisibilityState = 'visible'
const become = (state: DocumentVisibilityState) => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}
const setPhone = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: isPhone,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => {
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(isPhone: boolean) {
  setPhone(isPhone)
  const onReturn = vi.fn<() => void>()
  render(<Caller onReturn={onReturn} />)
  return { onReturn, call: () => screen.getByRole('button', { name: 'Call' }).click() }
}

test('on a phone, coming back from the dialler runs onReturn, once', () => {
  const { onReturn, call } = open(true)
  call()
  expect(onReturn).not.toHaveBeenCalled()
  become('hidden')
  expect(onReturn).not.toHaveBeenCalled()
  become('visible')
  expect(onReturn).toHaveBeenCalledTimes(1)
  become('hidden')
  become('visible')
  expect(onReturn).toHaveBeenCalledTimes(1)
})

test('coming back from another app without a call does nothing', () => {
  const { onReturn } = open(true)
  become('hidden')
  become('visible')
  expect(onReturn).not.toHaveBeenCalled()
})

test('a switch of app long after the tap is not the dialler', () => {
  const { onReturn, call } = open(true)
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  call()
  now.mockReturnValue(60_000)
  become('hidden')
  become('visible')
  expect(onReturn).not.toHaveBeenCalled()
})

test('on a desktop the dialler is another program: nothing opens', () => {
  const { onReturn, call } = open(false)
  call()
  become('hidden')
  become('visible')
  expect(onReturn).not.toHaveBeenCalled()
})
