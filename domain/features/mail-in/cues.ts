import type { SaleRole } from '../property-contacts/parties.ts'
import { type StepName } from '../timeline/step-definitions.ts'
import type { MailProposal } from './proposals-of.ts'

/** Rules that read one clause each. [mail-in §6](docs/design/mail-in.md#6). */

export type Cue = {
  /** A step done, a survey done or booked, or a day. */
  what:
    | StepName
    | 'survey-done'
    | 'survey-booked'
    | Exclude<MailProposal['dateKind'], 'survey' | 'completion' | null>
    | 'completion-set'
  says: RegExp
  by: readonly SaleRole[]
}

const adverbs =
  '(?:(?:now|all|just|both|also|finally|today|already|duly|since|formally|safely|recently|this morning|this afternoon|yesterday) ){0,3}'
/** "Today", "on Friday", "on 12 November": what makes a report of "searches received". */
const dated = '(?:today|yesterday|now|this (?:morning|afternoon)|on \\d|on (?:mon|tues|wednes|thurs|fri)day)'
/** "The mortgage offer has now been issued", "was issued", "issued today". */
const passive = (things: string, verbs: string): RegExp =>
  new RegExp(
    String.raw`\b(?:${things})(?: [\w'’-]+){0,3}? (?:(?:has|have|had) ${adverbs}been|was|were|is now|are now|are all|now|all|got) ${adverbs}(?:${verbs})\b|^(?:${things}) (?:${verbs})\b.{0,40}\b${dated}\b`,
  )
/** "We have now received the mortgage offer", "we received it". */
const active = (verbs: string, things: string): RegExp =>
  new RegExp(
    String.raw`(?:\b(?:have|has|had) ${adverbs}|\b(?:we|i|they|lender|bank|surveyor|office|solicitors?|broker) ${adverbs})(?:${verbs})(?: [\w'’/-]+){0,5}? (?:${things})\b`,
  )
const either = (...all: readonly RegExp[]): RegExp => new RegExp(all.map(({ source }) => source).join('|'))

const solicitors: readonly SaleRole[] = ['vendorSolicitor', 'buyerSolicitor']
const lending: readonly SaleRole[] = ['buyerBroker', 'buyer']
const movers: readonly SaleRole[] = [...solicitors, 'buyer', 'vendor']
const surveying: readonly SaleRole[] = ['buyer', 'surveyContact']

const application = '(?<!planning |search |registry )application'
const valuation = "(?:mortgage |lender[’']?s? |bank[’']?s? )?valuation"
const offer = 'mortgage offer|formal offer|offer of (?:mortgage|loan)|offer from the (?:lender|bank)'
const draft =
  'draft contracts?|draft papers|draft documents(?:ation)?|draft documentation|contract (?:pack|papers|documentation)|draft pack'
const searches = '(?:the |our |all |all the )?searches|search results|results of (?:the|our|all) searches'
const inquiries = '(?:enquiries|inquiries)'
const survey =
  "(?:(?:home ?buyers?|building|structural|full structural|level (?:2|3|two|three)|rics|damp|timber and damp|electrical|roof|gas|drains?|drainage|asbestos|knotweed) )?(?:survey|surveyor[’']?s inspection)"
const willing = '(?:happy|able|ready|content|agreeable|in a position|good|prepared|set) to|can'

const expiry = String.raw`offer\b(?!.{0,40}\bwas\b).{0,40}\b(?:expires|runs out|lapses|valid (?:until|to|till)|good until|expiry (?:date )?(?:is|of))\b`

export const cues = {
  applied: {
    what: 'MortgageAppSubmitted',
    by: lending,
    says: either(
      passive(application, 'submitted|sent|made|lodged|keyed'),
      active('submitted|sent|made|lodged|keyed', application),
      /\bapplication (?:(?:has |is )?(?:now |has )?(?:gone|went) in|is (?:now )?in with)\b/,
    ),
  },
  valuationBooked: {
    what: 'MortgageValuationBooked',
    by: lending,
    says: either(
      passive(valuation, 'booked|arranged|instructed|scheduled'),
      active('booked|arranged|instructed|scheduled', `(?:the|a|their|its) ${valuation}`),
      new RegExp(String.raw`\b${valuation} is (?:now )?(?:booked|arranged)\b`),
    ),
  },
  valued: {
    what: 'MortgageValuationCompleted',
    by: lending,
    says: either(
      passive(valuation, 'done|completed|carried out|undertaken'),
      new RegExp(
        String.raw`\b${valuation} (?:has (?:now )?(?:taken place|happened)|took place|happened|went ahead|is (?:now )?(?:done|back))\b`,
      ),
      /\bvaluer (?:has (?:now )?been|came|attended|visited)\b/,
    ),
  },
  offered: {
    what: 'MortgageApproved',
    by: [...lending, 'buyerSolicitor'],
    says: either(
      passive(offer, 'issued|received|produced|released|sent'),
      active('received|issued|got|had|seen|have', offer),
      /\bmortgage (?:has (?:now )?been|was|is now) (?:approved|offered|granted)\b/,
      new RegExp(
        String.raw`\b(?:${offer}) (?:(?:is|has) (?:now )?(?:out|in|arrived|through|come through|landed|here)|arrived|came|came through)\b`,
      ),
    ),
  },
  drafted: {
    what: 'DraftContractsIssued',
    by: ['vendorSolicitor'],
    says: either(
      passive(draft, 'issued|sent|sent out|dispatched|emailed|e-mailed|supplied|submitted'),
      active('issued|sent|sent out|emailed|e-mailed|dispatched|submitted', draft),
      new RegExp(String.raw`\b(?:${draft}) (?:has |have )?(?:now )?(?:went|gone) out\b`),
    ),
  },
  answered: {
    what: 'EnquiriesAnswered',
    by: ['vendorSolicitor'],
    says: either(
      passive(
        `(?:all|the|your|their|any|raised) (?:of )?(?:the |your |their |legal |outstanding |buyer['’]?s |pre-contract ){0,2}${inquiries}`,
        'answered|replied to|dealt with|responded to',
      ),
      active('answered|replied to|responded to|dealt with', inquiries),
      passive(
        `(?:replies|answers|responses) to (?:all |the |your |their |all the |all of the |pre-contract |buyer['’]?s ){0,3}${inquiries}`,
        'sent|provided|given|issued|sent out|sent over',
      ),
    ),
  },
  ordered: {
    what: 'SearchesAppliedFor',
    by: ['buyerSolicitor'],
    says: either(
      passive(searches, 'ordered|applied for|requested|submitted|instructed|put in hand|placed'),
      active('ordered|applied for|requested|submitted|instructed|placed', 'searches'),
    ),
  },
  searched: {
    what: 'SearchesBack',
    by: ['buyerSolicitor'],
    says: either(
      passive(searches, 'received|returned|back|in'),
      active('received|had|got', '(?:searches(?: back)?|search results|results of (?:the|our|all) searches)(?! request| form)'),
      new RegExp(
        String.raw`\b(?:${searches}) (?:are|have) (?:now |all |both |finally ){0,2}(?:back|in|returned|arrived|come back|come in|come through|through|complete)\b|\b(?:${searches}) (?:all )?(?:came back|came in|arrived)\b`,
      ),
    ),
  },
  raised: {
    what: 'EnquiriesRaised',
    by: ['buyerSolicitor'],
    says: either(passive(inquiries, 'raised|sent|submitted'), active('raised|sent|submitted', inquiries)),
  },
  reported: {
    what: 'ReportedToBuyer',
    by: ['buyerSolicitor'],
    says: either(
      active('reported', '(?:to|back to) (?:our|my|the|both|your) (?:clients?|buyers?|purchasers?)'),
      passive('report(?: on title)?', 'sent to (?:our|my|the) (?:clients?|buyers?|purchasers?)'),
      active('sent|completed|issued', '(?:report|report on title) to (?:our|my|the) (?:clients?|buyers?|purchasers?)'),
      /\b(?:have|has) (?:now )?reported (?:fully )?to (?:our|my|the|both) (?:clients?|buyers?|purchasers?)\b/,
      /\bwe reported to (?:our|my|the) (?:clients?|buyers?|purchasers?)\b|\breport (?:on title )?(?:went|has gone) (?:out )?to (?:our|my|the) (?:clients?|buyers?|purchasers?)\b/,
    ),
  },
  deposited: {
    what: 'DocumentsAndDepositsReceived',
    by: solicitors,
    says: /\b(?:hold|holding|received|have|got) (?:[\w'’-]+ ){0,3}?(?:signed|executed) (?:[\w'’-]+ ){0,3}?(?:contracts?|documents?|papers?|documentation)\b.{0,60}\bdeposit\b|\b(?:hold|holding|received) (?:[\w'’-]+ ){0,3}?deposit\b.{0,40}\bsigned (?:contracts?|documents?|papers?)\b|\bsigned (?:contracts?|documents?|papers?)\b.{0,40}\bdeposit (?:has|have|were|was) (?:now |both )?(?:been )?received\b/,
  },
  exchanged: {
    what: 'Exchanged',
    by: solicitors,
    says: either(
      passive('contracts?', 'exchanged'),
      /\b(?:we|have|has) (?:now |just |today |finally |formally |duly |successfully ){0,2}exchanged\b(?! (?:e-?mails?|correspondence|letters|views|messages|words|numbers))/,
      /\bexchange (?:of contracts )?(?:has (?:now )?taken place|took place|has (?:now )?been effected|was effected)\b/,
      /^(?:contracts )?exchanged (?:today|at|this|just now|on)\b/,
    ),
  },
  completed: {
    what: 'Completed',
    by: solicitors,
    says: /\bcompletion (?:has (?:now )?(?:taken place|been effected|happened)|took place|was effected)\b|\b(?:sale|purchase|transaction|matter) (?:(?:has (?:now |just |today )?|was )?(?:been )?completed|is (?:now )?complete)\b|\bwe (?:have (?:now |just |today )?)?completed (?:today|this|at|on|the (?:sale|purchase)|earlier)\b/,
  },
  surveyDone: {
    what: 'survey-done',
    by: surveying,
    says: either(
      passive(survey, 'done|completed|carried out|undertaken'),
      new RegExp(
        String.raw`\b${survey} (?:has (?:now )?(?:taken place|happened)|took place|happened|went ahead|is (?:now )?done|went well)\b`,
      ),
      active('carried out|completed|done|undertaken|had', survey),
      /\bsurveyor (?:has (?:now )?been|came|attended|visited)\b/,
    ),
  },
  surveyBooked: {
    what: 'survey-booked',
    by: surveying,
    says: either(
      new RegExp(
        String.raw`\b(?:${survey}|surveyor) (?:is|has been|was) (?:now )?(?:booked|arranged|confirmed|scheduled|set) (?:in )?(?:for|on)\b`,
      ),
      active('booked|arranged|scheduled', `(?:the|a|our|my) ${survey}`),
    ),
  },
  mayExchange: {
    what: 'exchange',
    by: movers,
    says: new RegExp(
      String.raw`\b(?:${willing}) exchange(?: contracts)? (?:on|this|today)\b|\bexchange (?:of contracts )?(?:is (?:now )?(?:set|agreed|booked|fixed|scheduled|planned|pencilled in)|on [\w ]{3,30} (?:works|suits|is fine|is agreed)) ?(?:for|on|with|us|our)?\b|\b(?:works|suits|is fine|is good)\b.{0,25}\b(?:for|as|to) (?:the |our )?exchange\b`,
    ),
  },
  mayComplete: {
    what: 'expected-completion',
    by: movers,
    says: new RegExp(
      String.raw`\b(?:${willing}) (?:exchange and )?(?:complete|move)(?: in| out)? on\b|\bcompletion (?:date )?(?:on|of) [\w ]{3,30} (?:works|suits|is fine|is agreeable|is acceptable|is good)\b|\b(?:agreeable to|happy with|fine with|content with) (?:a )?completion (?:date )?(?:on|of)\b|\b(?:works|suits|is fine|is good)\b.{0,25}\b(?:for|as|to) (?:the |our )?(?:completion|complete|move|moving)\b`,
    ),
  },
  completionSet: {
    what: 'completion-set',
    by: solicitors,
    says: /\bcompletion (?:date )?(?:is |has been |was )?(?:now )?(?:set|fixed|agreed|scheduled|booked) (?:for|on|as)\b|\b(?:completion|completing) (?:is )?on\b|\b(?:completion date|completion) (?:of|is) (?:\w+ )?\d|\bfor completion on\b/,
  },
  offerExpires: { what: 'mortgage-expiry', by: ['buyerBroker', 'buyerSolicitor'], says: new RegExp(expiry) },
  /** An offer of a buyer alone may be that for the house. */
  mortgageExpires: { what: 'mortgage-expiry', by: ['buyer'], says: new RegExp(`mortgage ${expiry}`) },
} as const satisfies Readonly<Record<string, Cue>>
export type CueName = keyof typeof cues
