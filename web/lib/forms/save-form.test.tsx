import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { changedFields } from './save-form.tsx'

describe('changedFields', () => {
  test('lists the labels of changed fields, also nested ones, in the order of the labels', () => {
    const initialValues = { name: 'Larkmead', address: { line1: '1 High Street' }, week: { day: 4, time: '17:30' } }
    const { result } = renderHook(() => useForm({ initialValues }))
    const named = () =>
      changedFields(result.current, { 'week.time': 'Time', 'week.day': 'Last day', address: 'Address', name: 'Name' })
    expect(named()).toEqual([])
    act(() => result.current.setFieldValue('address.line1', '2 High Street'))
    act(() => result.current.setFieldValue('week.time', '18:00'))
    expect(named()).toEqual(['Time', 'Address'])
    act(() => result.current.setFieldValue('address.line1', '1 High Street'))
    expect(named()).toEqual(['Time'])
  })
})
