import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Track } from './sale-view.tsx'

const done = { key: 26, name: 'Application submitted', state: 'done', on: '2026-10-29' } as const

test('a paused sale lists only what is done, and its tracks do not look finished', () => {
  const track = { track: 'F', title: 'Buyer’s mortgage', done: 1, steps: [done] } as const
  const shown = (standing: string | null) => {
    const { unmount } = render(<Track track={{ ...track, steps: [...track.steps] }} standing={standing} />)
    const text = screen.getByRole('heading').textContent
    unmount()
    return text
  }
  expect(shown('The agreed sale is on hold.')).toBe('Buyer’s mortgage1 done')
  expect(shown(null)).toBe('Buyer’s mortgage1 of 1')
})
