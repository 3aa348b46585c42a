import { fixedSteps } from '../timeline/step-definitions.ts'
import { stepStateChoices, surveyTypeChoices } from './choices.ts'
import { importField as field, type ImportField } from './import-field.ts'

/**
 * Fields of a sale's steps: "for each of the 19 steps that are not surveys `<step> done`, `<step> started`, `<step> state`;
 * surveys as `survey type`, `survey date`, `survey done` (up to 5 sets)". [connect §1.2](docs/design/connect.md#1.2). Keys: `step.33.done`,
 * `survey.1.type`.
 */

/** Other names of steps, besides their key name and title. */
const otherStepNames: Readonly<Record<string, readonly string[]>> = {
  MemoOfSaleSent: [
    'Memorandum of sale',
    'Memo of sale',
    'MOS',
    'MoS',
    'MOS sent',
    'Memorandum',
    'Memorandum sent',
    'Sales memorandum',
  ],
  MortgageAppSubmitted: ['Mortgage application', 'Mortgage applied', 'Mortgage application submitted'],
  MortgageApproved: ['Mortgage offer', 'Mortgage offered', 'Mortgage offer received'],
  DraftContractsIssued: [
    'Draft contracts',
    'Draft contract',
    'Contracts issued',
    'Draft contracts sent',
    'Drafts',
    'Drafts out',
    'Drafts issued',
    'Drafts sent',
    'Contract received',
    'Contract out',
    'Contract sent',
    'Contract pack',
    'Contract pack sent',
    'Contract pack issued',
    'Papers',
    'Papers out',
  ],
  SearchesAppliedFor: ['Searches applied', 'Searches ordered', 'Searches'],
  SearchesBack: ['Searches received', 'Searches returned'],
  EnquiriesRaised: ['Enquiries'],
  EnquiriesAnswered: ['Enquiries satisfied', 'Enquiries replied', 'Replies', 'Replies to enquiries'],
  DocumentsAndDepositsReceived: [
    'Deposit received',
    'Documents and deposits received',
    'Contracts signed',
    'Signed contracts',
    'Deposit paid',
  ],
  MortgageValuationCompleted: ['Mortgage valuation', 'Valuation', 'Lender valuation', 'Mortgage valuation done'],
  ReportedToBuyer: ['Report on title', 'Reported to client', 'Report to buyer'],
  Exchanged: [
    'Exchange',
    'Exchanged vendor',
    'Exchanged purchaser',
    'Exchange of contracts',
    'Contracts exchanged',
    'Exchange date',
  ],
  Completed: ['Completed on', 'Legally completed'],
  TakeOn: ['Taken on'],
  PropertyLaunched: ['Launched'],
}

/** A planned day in the column of what has happened. */
const laterDays: Readonly<Record<string, string>> = { Exchanged: 'expectedExchange', Completed: 'completionDate' }

export const stepFields: readonly ImportField[] = fixedSteps.flatMap(({ key, keyName, title }) => {
  const names = [title, keyName, ...(otherStepNames[keyName] ?? [])]
  const withWord = (...words: string[]): string[] => names.flatMap((name) => words.map((word) => `${name} ${word}`))
  // "Sale agreed" is the day of acceptance. It is a step only if the column name contains "done".
  const alone = keyName === 'SaleAgreed' ? [] : names
  return [
    field(`step.${key}.done`, `${title}, done`, 'day', [...alone, ...withWord('done', 'completed', 'date', 'on')], {
      fills: { isDone: `step.${key}.state` },
      ...(keyName in laterDays && { later: laterDays[keyName] }),
    }),
    field(`step.${key}.started`, `${title}, started`, 'day', withWord('started', 'start')),
    field(`step.${key}.state`, `${title}, state`, 'choice', withWord('state', 'status'), { choices: stepStateChoices }),
  ]
})

const sets = [1, 2, 3, 4, 5]

export const surveyFields: readonly ImportField[] = sets.flatMap((set) => {
  const named = (word: string): string[] => [
    `Survey ${set} ${word}`,
    `Survey ${word} ${set}`,
    ...(set === 1 ? [`Survey ${word}`] : []),
  ]
  return [
    field(`survey.${set}.type`, `Survey ${set}, type`, 'choice', named('type'), { choices: surveyTypeChoices }),
    field(
      `survey.${set}.date`,
      `Survey ${set}, date`,
      'day',
      [...named('date'), ...(set === 1 ? ['Survey', 'Survey booked'] : [])],
      {
        mayBeFuture: true,
      },
    ),
    field(`survey.${set}.done`, `Survey ${set}, done`, 'day', named('done')),
  ]
})
