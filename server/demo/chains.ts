import { randomPerson } from './company.ts'
import type { LinkedSale, Scenario } from './scenario.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import type { SimulatedProperty } from './simulated-property.ts'

type Item = SimulatedProperty['chain'][number]

/** Names of invented houses without a number. */
const outsideProperties = [
  'Sorrel Cottage, Pangbourne',
  'The Old Tannery, Theale',
  'Larch House, Purley',
  'Wren Cottage, Bradfield',
  'Kiln Barn, Mapledurham',
  'Damson Lodge, Sonning',
  'The Hayloft, Burghfield',
  'Plover House, Twyford',
  'Quince Cottage, Shiplake',
  'Bramble Barn, Aldermaston',
  'The Ferry House, Caversham',
  'Thrush Cottage, Goring',
]

/** The checklist of a link sold by another agent, completed up to some stage of the sale. */
function checklist(stage: number, random: SeededRandom) {
  const steps = [
    'mosSent',
    'draftContracts',
    'searchesApplied',
    'searchesBack',
    'enquiriesRaised',
    'enquiriesAnswered',
    'contractSigned',
    'depositPaid',
  ]
  return {
    ...Object.fromEntries(steps.map((step, index) => [step, index < stage])),
    mortgageOffer: stage > 5 ? random.pick(['Yes', 'Yes', 'Cash']) : 'No',
    surveyBooked: stage > 1 ? random.pick(['Yes', 'Yes', 'No']) : 'NA',
    surveyDate: '',
  }
}

const otherAgentLink = (property: string, stage: number, random: SeededRandom): Item => ({
  property_name: property,
  note: random.chance(0.4)
    ? random.pick(['Their agent rings back on Friday.', 'Solicitor slow to answer.', 'All on track.', 'Waiting for the lender.'])
    : '',
  timeline: JSON.stringify(checklist(stage, random)),
})

const ownLink = ({ propertyId, home }: LinkedSale, thisOne: string): Item => ({
  this_property: propertyId === thisOne,
  property_ref: propertyId,
  property_name: home.address.line1,
})

/** Progress of the links of other agents: some are waiting, all can proceed, or the chain exchanges. Numbers of completed steps. */
const stages = { incomplete: [0, 5], complete: [4, 7], exchanged: [8, 8] } as const

/**
 * The chain of a property, from the onward purchase to the buyer's end, with 2 to 6 links: homes of other agents by name, those
 * of the company linked, and the buyer at the end.
 */
export function chainLinks(
  { linked, chainSeed, propertyId, buyer }: Scenario,
  state: keyof typeof stages,
  cashBuy: boolean,
): SimulatedProperty['chain'] {
  const random = seededRandom(chainSeed)
  const places = random.pickSome(outsideProperties, 3)
  const [first, last] = stages[state]
  const other = (place: string | undefined): Item => otherAgentLink(place ?? '', random.int(first, last), random)
  const hasHomeToSell = !cashBuy && random.chance(0.4)
  const lastBuyer = linked.at(-1)?.buyer ?? buyer
  return [
    ...places.slice(0, random.int(linked.length > 1 ? 0 : 1, linked.length > 2 ? 1 : 2)).map(other),
    ...linked.map((link) => ownLink(link, propertyId)),
    ...(hasHomeToSell ? [other(places[2])] : []),
    {
      ...other(''),
      person_name: hasHomeToSell ? randomPerson(random).name : lastBuyer.name,
      sale_type: cashBuy ? random.pick(['CB', 'I']) : random.pick(['FTB', 'FTB', 'NDB']),
    },
  ]
}
