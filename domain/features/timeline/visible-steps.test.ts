import { describe, expect, test } from 'vitest'
import { productTemplate, templateTracks, whyNotSaveTemplate } from './product-template.ts'
import { addSurveyItem } from './rules/surveys.ts'
import { canSaveTimeline } from './save-timeline.ts'
import { stepKeys } from './step-definitions.ts'
import {
  complete,
  save,
  saving,
  set,
  sold,
  survey,
  takenOn,
  templateWithout,
  underOffer,
  withStates,
} from './testing/timelines.ts'
import type { Timeline } from './timeline.model.ts'
import { filterByTemplate, isPreSaleCollapsible, type ViewOptions, visibleTracks } from './visible-steps.ts'

const view = (timeline: Timeline, options: Partial<ViewOptions> = {}) =>
  Object.fromEntries(
    visibleTracks(timeline, { showAll: false, cashBuyer: false, ...options }).map(({ title, steps }) => [
      title,
      steps.map((step) => step.keyName),
    ]),
  )
const legalDone = complete('DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack', 'EnquiriesRaised', 'EnquiriesAnswered')
const financeDone = complete('MortgageAppSubmitted', 'MortgageValuationBooked', 'MortgageValuationCompleted', 'MortgageApproved')

describe('visibleSteps: show-all-steps starts off and hides later steps in a track until the previous step is complete or N/A', () => {
  test('a property just taken on shows take on and property launched', () => {
    expect(view(takenOn())).toEqual({ Selling: ['TakeOn', 'PropertyLaunched'] })
  })

  test('a step that is not applicable does not hide the next', () => {
    expect(view(takenOn(templateWithout('PropertyLaunched')))).toEqual({
      Selling: ['TakeOn', 'PropertyLaunched', 'Viewings', 'SaleAgreed'].slice(0, 3),
    })
  })

  test('a step in progress, delayed or complete is always shown', () => {
    const reopened = withStates(saving(sold(), ...legalDone).timeline, {
      DraftContractsIssued: 'IP',
      SearchesBack: 'NS',
      EnquiriesRaised: 'NS',
    })
    expect(view(reopened).Legal).toEqual(['DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack', 'EnquiriesAnswered'])
    expect(view(saving(sold(), set('SearchesBack', 'B')).timeline).Legal).toEqual(['DraftContractsIssued', 'SearchesBack'])
  })

  test('a step that is not applicable or not started stays hidden behind an open one', () => {
    expect(view(saving(sold(), set('SearchesBack', 'NA')).timeline).Legal).toEqual(['DraftContractsIssued', 'EnquiriesRaised'])
  })

  test('a late step is shown although it has not started, without its track being ready', () => {
    expect(view(sold()).Completing).toBeUndefined()
    expect(view(sold(), { lateSteps: [stepKeys.Completed] }).Completing).toContain('Completed')
  })

  test('Show all steps shows every track and every step', () => {
    const all = view(takenOn(), { showAll: true })
    expect(Object.keys(all)).toEqual(['Selling', 'Financial', 'Legal', 'Survey', 'Completing'])
    expect(Object.values(all).flat()).toHaveLength(19)
  })
})

describe('isTrackVisible: legal, survey and financial sections show when pre-sale is complete or show-all is on', () => {
  test('an accepted offer alone does not show them, the memorandum does', () => {
    expect(Object.keys(view(underOffer()))).toEqual(['Selling'])
    expect(view(saving(underOffer(), set('SearchesBack', 'IP')).timeline)).toMatchObject({
      Legal: ['DraftContractsIssued', 'SearchesBack'],
    })
    expect(Object.keys(view(sold()))).toEqual(['Selling', 'Financial', 'Legal', 'Survey'])
  })

  test('a selling step that is not applicable does not hide them', () => {
    expect(Object.keys(view(sold(templateWithout('Viewings'))))).toContain('Legal')
  })

  test('every survey is shown, in display order', () => {
    const surveyed = saving(
      sold(),
      addSurveyItem(stepKeys.Roof, survey('2025-11-10')),
      addSurveyItem(stepKeys.HomeBuyersSurvey, survey('2025-11-10')),
    )
    expect(view(surveyed.timeline).Survey).toEqual(['NotHavingSurvey', 'HomeBuyersSurvey', 'Roof'])
  })
})

describe('isTrackVisible: the Completing section shows when all financial, legal and non-N/A survey steps are complete, or show-all is on', () => {
  /** All preceding steps are complete; the first completing step, started by a rule, is reset. */
  const tracksDone = saving(saving(sold(), ...legalDone, ...financeDone).timeline, set('ReportedToBuyer', 'NS')).timeline

  test('hidden while not having a survey is open, shown when complete', () => {
    expect(view(tracksDone).Completing).toBeUndefined()
    expect(view(saving(tracksDone, set('NotHavingSurvey', 'C')).timeline).Completing).toEqual(['ReportedToBuyer'])
  })

  test('an open survey hides it, a complete one shows it', () => {
    const surveyed = saving(tracksDone, addSurveyItem(stepKeys.Roof, survey('2025-11-10'))).timeline
    expect(view(surveyed).Completing).toBeUndefined()
    expect(view(withStates(surveyed, { Roof: 'C' })).Completing).toEqual(['ReportedToBuyer'])
  })

  test('one open financial or legal step hides it', () => {
    const answered = withStates(tracksDone, { NotHavingSurvey: 'C' })
    expect(view(withStates(answered, { MortgageValuationBooked: 'B' })).Completing).toBeUndefined()
    expect(view(withStates(answered, { SearchesBack: 'IP' })).Completing).toBeUndefined()
  })

  test('a completing step that has started is always shown', () => {
    const started = saving(tracksDone, set('ReportedToBuyer', 'IP')).timeline
    expect(view(started).Completing).toEqual(['ReportedToBuyer'])
  })

  test('a cash buy needs no financial step', () => {
    const cash = save(sold(), [...legalDone, set('NotHavingSurvey', 'C')], { cashBuyer: true }).timeline
    expect(view(cash, { cashBuyer: true }).Completing).toEqual(['ReportedToBuyer'])
  })
})

describe('visibleTracks: cash buyer: the financial track is replaced by a single entry Cash buy (No action)', () => {
  test('with and without Show all steps', () => {
    for (const showAll of [true, false]) {
      const financial = visibleTracks(save(sold(), [], { cashBuyer: true }).timeline, { showAll, cashBuyer: true }).find(
        ({ track }) => track === 'F',
      )
      expect(financial).toMatchObject({ insteadOfSteps: 'Cash buy (No action)', steps: [] })
    }
    expect(visibleTracks(sold(), { showAll: false, cashBuyer: false }).map((one) => one.insteadOfSteps)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('isPreSaleCollapsible: the pre-sale track is collapsible if the property is not yet sold (sold means all pre-sale steps complete)', () => {
  test('until the memorandum is sent', () => {
    expect([takenOn(), underOffer(), sold()].map(isPreSaleCollapsible)).toEqual([true, true, false])
    expect(visibleTracks(underOffer(), { showAll: true, cashBuyer: false }).map((one) => one.collapsible)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('filterByTemplate', () => {
  const surveyed = saving(sold(templateWithout('Viewings')), addSurveyItem(stepKeys.Roof, survey('2025-11-10'))).timeline
  const template = templateWithout('Viewings', 'SearchesBack', 'NotHavingSurvey').filter((row) => row.key !== stepKeys.TakeOn)
  const kept = (options: Parameters<typeof filterByTemplate>[1]) => {
    const names = filterByTemplate(surveyed, options).map((step) => step.keyName)
    return (['TakeOn', 'Viewings', 'SearchesBack', 'SaleAgreed', 'NotHavingSurvey', 'Roof'] as const).filter((name) =>
      names.includes(name),
    )
  }

  test('company: kept only if the template has it and it is not not applicable; survey entries are always kept', () => {
    expect(kept({ companyTemplate: template })).toEqual(['SaleAgreed', 'NotHavingSurvey', 'Roof'])
  })

  test('branch: dropped if missing from the template or if both are not applicable; survey entries are always kept', () => {
    expect(kept({ branchTemplate: template })).toEqual(['SearchesBack', 'SaleAgreed', 'NotHavingSurvey', 'Roof'])
  })

  test('both checked: both apply; none checked: everything stays', () => {
    expect(kept({ companyTemplate: template, branchTemplate: productTemplate })).toEqual([
      'SaleAgreed',
      'NotHavingSurvey',
      'Roof',
    ])
    expect(filterByTemplate(surveyed, { companyTemplate: null, branchTemplate: null })).toEqual(surveyed)
  })

  test('a filtered step still hides later steps', () => {
    expect(view(sold(), { companyTemplate: templateWithout('DraftContractsIssued') }).Legal).toEqual([])
  })
})

describe('templateTracks and whyNotSaveTemplate', () => {
  test('show all steps: nineteen, no survey types', () => {
    expect(productTemplate).toHaveLength(19)
    expect(templateTracks(productTemplate).map(({ title, steps }) => [title, steps.length])).toEqual([
      ['Selling', 5],
      ['Financial', 4],
      ['Legal', 5],
      ['Survey', 1],
      ['Completing', 4],
    ])
  })

  test.each([
    ['the product’s own', productTemplate, null],
    ['a step twice', [...productTemplate, ...productTemplate.slice(0, 1)], 'no surveys. These are too many: Take on (1).'],
    ['no step', [], 'These are missing: Take on (1), Property launched (2)'],
    ['a step less', productTemplate.slice(1), 'A template has every step. These are missing: Take on (1).'],
    ['a survey type', [...productTemplate, ...productTemplate.slice(0, 1).map((row) => ({ ...row, key: 5 }))], 'Home buyers'],
    ['an unknown step', [...productTemplate, ...productTemplate.slice(0, 1).map((row) => ({ ...row, key: 37 }))], 'Unknown (37)'],
  ])('%s', (_case, template, why) => {
    const refusal = whyNotSaveTemplate(template)
    if (why === null) expect(refusal).toBeNull()
    else expect(refusal).toContain(why)
  })
})

describe('canSaveTimeline: save is enabled when there is an unsaved change or the completion date changed', () => {
  test.each([
    [0, false, false],
    [1, false, true],
    [0, true, true],
  ])('%i changed items, completion date changed: %s', (items, date, enabled) =>
    expect(canSaveTimeline(items, date)).toBe(enabled),
  )
})
