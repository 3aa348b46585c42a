/**
 * "Chain item manual checklist: mosSent, draftContracts, searchesApplied, searchesBack, enquiriesRaised, enquiriesAnswered,
 * contractSigned, depositPaid (booleans, default false); mortgageOffer (Yes, No, Cash; default No); surveyBooked (Yes, No,
 * NA; default NA); surveyDate (free-text survey notes)." Property document, section 3.
 */
export const mortgageOffers = ['Yes', 'No', 'Cash'] as const
export const surveyAnswers = ['Yes', 'No', 'NA'] as const

/** Progress of a link's sale. `surveyDate` is free text; for a linked property the date of its earliest survey. */
export type Checklist = {
  mosSent: boolean
  draftContracts: boolean
  searchesApplied: boolean
  searchesBack: boolean
  enquiriesRaised: boolean
  enquiriesAnswered: boolean
  surveyBooked: (typeof surveyAnswers)[number]
  surveyDate: string
  mortgageOffer: (typeof mortgageOffers)[number]
  contractSigned: boolean
  depositPaid: boolean
}

export const newChecklist: Checklist = {
  mosSent: false,
  draftContracts: false,
  searchesApplied: false,
  searchesBack: false,
  enquiriesRaised: false,
  enquiriesAnswered: false,
  surveyBooked: 'NA',
  surveyDate: '',
  mortgageOffer: 'No',
  contractSigned: false,
  depositPaid: false,
}

/** The ten ticks of a card, in sale order. `surveyDate` belongs to `surveyBooked`. */
export const checklistSteps = [
  'mosSent',
  'draftContracts',
  'searchesApplied',
  'searchesBack',
  'enquiriesRaised',
  'enquiriesAnswered',
  'surveyBooked',
  'mortgageOffer',
  'contractSigned',
  'depositPaid',
] as const satisfies readonly (keyof Checklist)[]
export type ChecklistStep = (typeof checklistSteps)[number]

/** True for a booked survey, a mortgage offered or not needed, or a completed step. */
export const isTicked = (checklist: Checklist, step: ChecklistStep): boolean => {
  const answer = checklist[step]
  return typeof answer === 'boolean' ? answer : answer === 'Yes' || answer === 'Cash'
}

/** "8 of 10" on the card. */
export const tickedSteps = (checklist: Checklist): number => checklistSteps.filter((step) => isTicked(checklist, step)).length
