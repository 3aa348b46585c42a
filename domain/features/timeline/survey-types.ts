/** Kinds of survey in display order: id as a step, name, title. They exist on a property only after they are added. */
export const surveyTypes = [
  { key: 5, keyName: 'HomeBuyersSurvey', title: 'Home buyers survey' },
  { key: 6, keyName: 'MortgageValuations', title: 'Mortgage valuations' },
  { key: 7, keyName: 'FullStructural', title: 'Full structural' },
  { key: 8, keyName: 'StructuralEngineersReport', title: 'Structural engineers report' },
  { key: 9, keyName: 'TimberAndDamp', title: 'Timber and damp' },
  { key: 10, keyName: 'Electrical', title: 'Electrical' },
  { key: 11, keyName: 'Roof', title: 'Roof' },
  { key: 12, keyName: 'GasSafety', title: 'Gas safety' },
  { key: 13, keyName: 'Heating', title: 'Heating' },
  { key: 14, keyName: 'Asbestos', title: 'Asbestos' },
  { key: 15, keyName: 'Drain', title: 'Drain' },
  { key: 16, keyName: 'WallTie', title: 'Wall tie' },
  { key: 17, keyName: 'SepticTank', title: 'Septic tank' },
  { key: 18, keyName: 'Radon', title: 'Radon' },
  { key: 19, keyName: 'PartyWall', title: 'Party wall' },
  { key: 20, keyName: 'Tree', title: 'Tree' },
  { key: 21, keyName: 'JapaneseKnotweed', title: 'Japanese knotweed' },
] as const satisfies readonly { key: number; keyName: string; title: string }[]

const keys: ReadonlySet<number> = new Set(surveyTypes.map(({ key }) => key))

export const isSurveyType = (key: number): boolean => keys.has(key)
