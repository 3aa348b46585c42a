import { describe, expect, test } from 'vitest'
import { DomainError } from '../../errors.ts'
import { newTimeline, timelineFromTemplate, whyNotLaunchOn } from './new-timeline.ts'
import { productTemplate } from './templates.ts'
import { moment, startedByRule, step, templateWithout } from './testing/timelines.ts'

describe('Creating a property completes TakeOn and starts PropertyLaunched', () => {
  const { timeline, ...outcome } = newTimeline(productTemplate, null, moment)

  test('today', () => {
    expect(step(timeline, 'TakeOn')).toMatchObject({ state: 'C', completedOn: '2025-11-05', because: { kind: 'taken-on' } })
    expect(step(timeline, 'PropertyLaunched')).toMatchObject({ state: 'IP', startedOn: '2025-11-05' })
    expect(startedByRule(outcome)).toEqual(['PropertyLaunched'])
  })

  test('every other step is not started and nothing ever happened to it', () => {
    const others = timeline.filter((one) => one.key > 2)
    expect(others).toHaveLength(17)
    for (const one of others) expect(one).toMatchObject({ state: 'NS', because: null, updatedOn: null, actioned: false })
  })
})

describe('A custom launch date completes PropertyLaunched on that date, which starts Viewings', () => {
  const outcome = newTimeline(productTemplate, '2025-10-01', moment)

  test('Viewings starts on the launch date', () => {
    expect(step(outcome.timeline, 'PropertyLaunched')).toMatchObject({
      state: 'C',
      completedOn: '2025-10-01',
      because: { kind: 'launched' },
    })
    expect(step(outcome.timeline, 'Viewings')).toMatchObject({ state: 'IP', startedOn: '2025-10-01' })
    expect(startedByRule(outcome)).toEqual(['Viewings'])
  })

  test('it was taken on no later than it was launched', () => {
    expect(step(outcome.timeline, 'TakeOn').completedOn).toBe('2025-10-01')
  })

  test('Custom launch date cannot be in the future', () => {
    expect(whyNotLaunchOn('2025-11-06', '2025-11-05')).toBe('LAUNCH_DATE_IN_FUTURE')
    expect(whyNotLaunchOn('2025-11-05', '2025-11-05')).toBeNull()
    expect(() => newTimeline(productTemplate, '2025-11-06', moment)).toThrow(new DomainError('LAUNCH_DATE_IN_FUTURE'))
  })
})

describe('A template is copied to a property when it is created', () => {
  test('title, description, days and not applicable come from the template', () => {
    const template = productTemplate.map((row) =>
      row.key === 33 ? { ...row, title: 'Searches in', description: 'All of them', daysToComplete: 20 } : row,
    )
    expect(step(timelineFromTemplate(template), 'SearchesBack')).toMatchObject({
      title: 'Searches in',
      description: 'All of them',
      daysToComplete: 20,
      state: 'NS',
    })
    expect(step(timelineFromTemplate(templateWithout('Viewings')), 'Viewings').state).toBe('NA')
  })

  test('a step that the template lacks is not applicable', () => {
    expect(step(timelineFromTemplate(productTemplate.filter((row) => row.key !== 33)), 'SearchesBack')).toMatchObject({
      title: 'Searches back',
      state: 'NA',
    })
  })

  test('taking on and launching are facts even where the template leaves the steps out', () => {
    const { timeline } = newTimeline(templateWithout('TakeOn', 'PropertyLaunched'), '2025-10-01', moment)
    expect([step(timeline, 'TakeOn').state, step(timeline, 'PropertyLaunched').state, step(timeline, 'Viewings').state]).toEqual([
      'C',
      'C',
      'IP',
    ])
  })
})
