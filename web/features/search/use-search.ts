import type { Wire } from '@gya/domain/endpoint.ts'
import { search } from '@gya/domain/features/search/search.contract.ts'
import { minSearchLength } from '@gya/domain/features/search/search.rules.ts'
import { useEffect, useState } from 'react'
import { callApi, isApiError } from '../../lib/api/call-api.ts'

export type Found = Wire<typeof search, 'response'>

/** Debounce time in milliseconds. */
const pause = 90

type Answer = { text: string; found: Found } | { text: string; error: string }

/**
 * Searches for a text. "Results of an older text never replace those of a newer": an older request is aborted, and each response
 * contains its text. `isCurrent`: whether the response is for the current text.
 */
export function useSearch(companyId: string | undefined, typed: string, onlyPeople: boolean) {
  const text = typed.trim()
  const asks = companyId !== undefined && text.length >= minSearchLength
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!asks) {
      setAnswer(null)
      return
    }
    const calling = new AbortController()
    const { signal } = calling
    const query = { q: text, ...(onlyPeople ? { groups: 'people,firms', each: '10' } : {}) }
    const ask = async () => {
      const next = await callApi(search, { params: { companyId }, query, signal }).then(
        (found): Answer => ({ text, found }),
        (error: unknown): Answer => ({ text, error: isApiError(error) ? error.message : 'Please try again.' }),
      )
      if (!signal.aborted) setAnswer(next)
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      clearTimeout(timer)
      calling.abort()
    }
  }, [asks, companyId, text, onlyPeople, attempt])
  return {
    found: asks && answer && 'found' in answer ? answer.found : null,
    error: asks && answer && 'error' in answer && answer.text === text ? answer.error : null,
    isCurrent: !asks || answer?.text === text,
    retry: () => setAttempt((before) => before + 1),
  }
}
