/**
 * "Chain item manual checklist: mosSent, draftContracts, searchesApplied, searchesBack, enquiriesRaised, enquiriesAnswered,
 * contractSigned, depositPaid (booleans, default false); mortgageOffer (Yes, No, Cash; default No); surveyBooked (Yes, No,
 * NA; default NA); surveyDate (free-text survey notes)." Property document, section 3.
 */
export const mortgageOffers = ['Yes', 'No', 'Cash'] as const
export const surveyAnswers = ['Yes', 'No', 'NA'] as const

/** How far the sale of one link is. `surveyDate` is free text; of a linked property the day of its earliest survey. */
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

/** What a new item starts with. */
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

/** The ten ticks of a card, in the order of the sale. `surveyDate` belongs to `surveyBooked`. */
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

/** Whether a step is behind us: a survey is booked, a mortgage offered or not needed, anything else done. */
export const isTicked = (checklist: Checklist, step: ChecklistStep): boolean => {
  const answer = checklist[step]
  return typeof answer === 'boolean' ? answer : answer === 'Yes' || answer === 'Cash'
}

/** How many of the ten are behind us: "8 of 10" on the card. */
export const tickedSteps = (checklist: Checklist): number => checklistSteps.filter((step) => isTicked(checklist, step)).length
