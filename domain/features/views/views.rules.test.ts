import { describe, expect, test } from 'vitest'
import { standardReportColumns } from '../report/report-columns.ts'
import { viewColumns } from './views.model.ts'
import { fittingFrozen, mayChangeView, mayShareView, moveColumn, orderOfAll, validColumns, whyNotAddView } from './views.rules.ts'

describe('"At most 50 a person and 50 a branch."', () => {
  test.each([
    [{ ofPerson: 49, ofBranch: 49 }, null],
    [{ ofPerson: 50 }, 'TOO_MANY_VIEWS'],
    [{ ofBranch: 50 }, 'TOO_MANY_VIEWS'],
  ])('%o: %s', (counts, code) => expect(whyNotAddView(counts)).toBe(code))
})

describe('"There all may use it, the owner and B, C, G change it."', () => {
  const shared = { ownerId: 'owner', branchId: 'branch' }
  test.each([
    ['owner', 'BRANCH_STAFF', true],
    ['other', 'BRANCH_STAFF', false],
    ['other', 'BRANCH_ADMIN', true],
    ['other', 'COMPANY_ADMIN', true],
    ['other', 'GYA_ADMIN', true],
  ] as const)('%s, %s: %s', (userId, type, may) => expect(mayChangeView(shared, { userId, type })).toBe(may))

  test('a private view is visible to its owner only, and only the owner can share it', () => {
    expect(mayChangeView({ ...shared, branchId: null }, { userId: 'other', type: 'COMPANY_ADMIN' })).toBe(false)
    expect(mayShareView(shared, { userId: 'other' })).toBe(false)
    expect(mayShareView(shared, { userId: 'owner' })).toBe(true)
  })
})

describe('"Address stays, first."', () => {
  test('only known columns, each once; the address is added first', () => {
    expect(validColumns('report', ['phase', 'former', 'phase'])).toEqual(['address', 'phase'])
    expect(validColumns('properties', ['phase'])).toEqual(['picture', 'address', 'phase'])
    expect(validColumns('properties', ['phase', 'picture', 'address'])).toEqual(['picture', 'address', 'phase'])
  })

  test('the saved order is that on screen: the report’s Standard has one column before the address', () => {
    expect(validColumns('report', standardReportColumns)).toEqual([...standardReportColumns])
    expect(validColumns('report', ['phase', 'branch', 'address'])).toEqual(['phase', 'address', 'branch'])
    expect(orderOfAll('report', standardReportColumns).filter((id) => standardReportColumns.includes(id as never))).toEqual([
      ...standardReportColumns,
    ])
  })

  test('a column that is not shown is offered after the one that it follows by default', () => {
    const order = orderOfAll('report', ['address', 'exchanged', 'contractEnd'])
    expect(order.slice(0, 7)).toEqual(['address', 'offerAccepted', 'exchanged', 'completed', 'contractEnd', 'nextStep', 'phase'])
    expect(order.toSorted()).toEqual(viewColumns.report.map(({ id }) => id).toSorted())
    expect(orderOfAll('properties', ['phase']).slice(0, 4)).toEqual(['picture', 'address', 'phase', 'branch'])
  })

  test('a column moves among the others', () => {
    const columns = ['address', 'phase', 'branch', 'exchanged'] as const
    expect(moveColumn('report', columns, 'exchanged', 1)).toEqual(['address', 'exchanged', 'phase', 'branch'])
    expect(moveColumn('report', columns, 'phase', 0)).toEqual(['phase', 'address', 'branch', 'exchanged'])
    expect(moveColumn('report', ['phase', 'address', 'branch'], 'phase', 1)).toEqual(['address', 'phase', 'branch'])
    expect(moveColumn('report', ['phase', 'address', 'branch'], 'branch', 1)).toEqual(['branch', 'address', 'phase'])
    expect(moveColumn('properties', ['picture', 'address', 'phase', 'branch'], 'phase', 0)).toEqual([
      'picture',
      'address',
      'phase',
      'branch',
    ])
    expect(moveColumn('report', columns, 'phase', 9)).toEqual(['address', 'branch', 'exchanged', 'phase'])
    expect(moveColumn('report', columns, 'address', 3)).toEqual([...columns])
  })
})

describe('"Freeze 2–4 columns, no wider than half the frame."', () => {
  test.each([
    [4, 1200, 4],
    [4, 1100, 3],
    [3, 1100, 3],
    [4, 400, 2],
    [2, 100, 2],
  ])('%i of 268, 132, 124 and 76 px in a frame of %i px: %i', (asked, frame, fitting) =>
    expect(fittingFrozen([268, 132, 124, 76, 84], asked, frame)).toBe(fitting),
  )
})
