import { defineFields } from '../../fields/fields.ts'

/** The details of a property beside its address. */
export const propertyFields = defineFields({
  boardStatus: {
    kind: 'choice',
    label: 'Board status',
    column: 'board_status',
    options: [0, 1],
    words: { 0: 'No board', 1: 'Board ordered' },
    initial: 0,
    ask: 'Choose the board status.',
    import: { title: 'Board', otherNames: ['Board status', 'For sale board', 'Board ordered'] },
  },
  ownership: {
    kind: 'choice',
    label: 'Ownership',
    column: 'ownership',
    options: ['unknown', 'freehold', 'leasehold'],
    words: { unknown: 'Unknown', freehold: 'Freehold', leasehold: 'Leasehold' },
    initial: 'unknown',
    ask: 'Choose the ownership.',
    import: { otherNames: ['Tenure', 'Tenure type', 'Freehold or leasehold', 'F/L', 'FH/LH'], after: 'bedrooms' },
  },
  /** Only of a leasehold. */
  leaseholdPackSent: {
    kind: 'choice',
    label: 'Leasehold pack sent',
    column: 'leasehold_pack_sent',
    options: ['yes', 'no', 'unknown'],
    words: { unknown: 'Unknown', yes: 'Yes', no: 'No' },
    initial: 'unknown',
  },
  bedrooms: {
    kind: 'count',
    label: 'Bedrooms',
    column: 'bedrooms',
    max: 100,
    import: { otherNames: ['Beds', 'Bedroom', 'No of bedrooms', 'Number of bedrooms', 'Bed number'] },
  },
  /** Who won the instruction and sells it. */
  negotiator: {
    kind: 'member',
    label: 'Negotiator',
    column: 'negotiator_id',
    ownEntry: true,
    import: { otherNames: ['Listing agent', 'Lister', 'Listed by', 'Valuer', 'Listing negotiator'] },
  },
})
