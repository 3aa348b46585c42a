import { failedMessage, noSessionMessage, tooManyViewsMessage } from './common/error-messages.ts'
import { passwordHint } from './common/password.ts'

/** All error codes with HTTP status and message. Messages given by the specification are verbatim. */
export const errors = {
  VALIDATION_FAILED: [400, 'Some fields are not valid.'],
  CLIENT_HEADER_MISSING: [400, 'This request did not come from the application.'],
  NO_SESSION: [401, noSessionMessage],
  INVALID_SESSION: [401, 'Your session has ended. Sign in to carry on where you were.'],
  SIGN_IN_FAILED: [401, 'E-mail and password do not match.'],
  SECOND_FACTOR_REQUIRED: [401, 'Enter the code of your second factor.'],
  SECOND_FACTOR_WRONG: [401, 'This code is wrong or was used already.'],
  SSO_EXPIRED: [401, 'This sign-in took too long, or was begun in another browser. Start again.'],
  SSO_REFUSED: [401, 'Your company’s sign-in did not confirm who you are.'],
  FORBIDDEN: [403, 'You do not have permission to do this.'],
  ORIGIN_NOT_ALLOWED: [403, 'This request came from another site.'],
  ACCOUNT_NOT_ACTIVATED: [403, 'Choose a password of your own to activate this account.'],
  ACCOUNT_DEACTIVATED: [403, 'This account is deactivated. Ask an administrator of your company.'],
  PASSWORD_RESET_REQUIRED: [403, 'Choose a new password to continue.'],
  CONFIRM_IDENTITY: [403, 'Confirm that it is you.'],
  SECOND_FACTOR_SETUP_REQUIRED: [403, 'Your company asks for a second factor. Set one up to continue.'],
  SUPPORT_ACCESS_REQUIRED: [403, 'Say why you open this company. Its administrators are told.'],
  SSO_NOT_FOR_YOU: [403, 'This account cannot sign in here. Ask your administrator.'],
  PASSWORD_WRONG: [403, 'This is not your password.'],
  NOT_FOUND: [404, 'This does not exist, or you do not have access to it.'],
  STALE_VERSION: [409, 'Somebody else has saved this since you opened it.'],
  IDEMPOTENCY_KEY_REUSED: [
    409,
    'This Idempotency-Key was already used for a different request, which was saved. Check what was saved before you try again.',
  ],
  EMAIL_TAKEN: [409, 'This e-mail address already belongs to an account.'],
  VENDOR_IS_STAFF: [409, 'This e-mail address belongs to a colleague of your company. Confirm that they are the vendor.'],
  VENDOR_OF_OTHER_BRANCH: [
    409,
    'This person is already a vendor of another branch of your company. A company administrator or a colleague of that branch has to take the property on.',
  ],
  VENDOR_SELLS_ELSEWHERE: [
    409,
    'This vendor also sells through another branch. A company administrator has to change the e-mail address.',
  ],
  AREA_NAME_TAKEN: [409, 'There is an area of this name already.'],
  TOO_MANY_AREAS: [409, 'A company has 50 areas at most.'],
  LICENCES_USED: [409, 'All licences of this company are in use.'],
  LICENCES_BELOW_BRANCHES: [409, 'There are more branches than this number of licences.'],
  LAST_ADMINISTRATOR: [409, 'The last administrator cannot be removed.'],
  OWN_ACCOUNT: [409, 'This is your own account: somebody else has to do this.'],
  ALREADY_A_MEMBER: [409, 'This user already belongs to this branch.'],
  ALREADY_ACTIVATED: [409, 'This user has chosen a password already: there is no invitation to send again.'],
  MEMBER_DEACTIVATED: [409, 'This user is deactivated. Reactivate them first.'],
  HAND_OVER_TO_SAME: [409, 'These are their own sales. Choose somebody else.'],
  HAND_OVER_OUT_OF_BRANCH: [409, 'The colleague must belong to every branch of these sales.'],
  COMPANY_ADMIN_IN_EVERY_BRANCH: [409, 'A company admin belongs to every branch of the company.'],
  FACTOR_REQUIRED: [409, 'Your company requires a second factor: add another before you remove this one.'],
  FACTOR_MISSING: [409, 'Add an authenticator app or a passkey first.'],
  NO_FACTORS: [409, 'This account has no second factor to reset.'],
  TOTP_EXISTS: [409, 'There is an authenticator app already. Remove it before you add another.'],
  PASSKEY_REFUSED: [409, 'This passkey could not be used. Try again.'],
  TOO_MANY_PASSKEYS: [409, 'An account has 10 passkeys at most. Remove one first.'],
  PROVIDER_NOT_REACHED: [409, 'The provider does not answer at this address.'],
  PROVIDER_NOT_TESTED: [409, 'Sign in with the provider once as a test before you require it.'],
  PROVIDER_REQUIRED: [409, 'Your company signs in with this provider alone. Switch that off before you change to another.'],
  DOMAIN_MISSING: [409, 'No domain of your company is confirmed yet.'],
  DOMAIN_TAKEN: [409, 'This domain is confirmed for another company.'],
  BREAK_GLASS_MISSING: [409, 'Choose one or two administrators who can still sign in with a password.'],
  BREAK_GLASS_WITHOUT_FACTOR: [409, 'An administrator for emergencies needs a second factor.'],
  LAST_BREAK_GLASS: [
    409,
    'This is the last administrator who can still sign in with a password. Choose another one on the page Sign-in first.',
  ],
  EMAIL_ALREADY_VERIFIED: [409, 'This e-mail address is already confirmed.'],
  OFFER_ALREADY_ACCEPTED: [409, 'Another offer on this property has been accepted.'],
  OFFER_ON_WITHDRAWN: [409, 'This property is withdrawn. Put it back on the market before an offer is accepted.'],
  OFFER_ACCEPTED_NEEDS_FALL_OFF: [409, 'To end this sale, perform a fall-off on the Timeline page.'],
  OFFER_ACCEPTED_AMOUNT: [409, 'The amount of an accepted offer changes only with Amend offer.'],
  BUYER_NAME_REQUIRED: [409, 'The buyer of an accepted offer has a name.'],
  OFFER_NOT_ACCEPTED: [409, 'Only an accepted offer can be amended or have an acceptance date.'],
  NO_SALE_AGREED: [409, 'Expected days are set once an offer is accepted.'],
  COMPLETION_DATE_AGREED: [409, 'The completion date is agreed: change that.'],
  EXPECTED_IN_PAST: [409, 'Choose a day that is still to come.'],
  COMPLETION_BEFORE_EXCHANGE: [409, 'Completion cannot be before exchange.'],
  NOT_A_MEMBER: [409, 'This person does not work in this branch.'],
  ACTION_GONE: [409, 'This has been settled meanwhile.'],
  ACTION_NOT_TICKABLE: [409, 'Only speaking to them or changing the date ends this.'],
  SNOOZE_TOO_LONG: [409, 'Silence can be put off for 7 days at most.'],
  UNDO_TOO_LATE: [409, 'This can no longer be undone.'],
  UNDO_OVERTAKEN: [409, 'Somebody has changed this since.'],
  NO_ADDRESS: [409, 'There is no e-mail address for this party.'],
  NO_UPDATE_NEEDED: [409, 'This vendor needs no update now.'],
  MAIL_ALREADY_SENT: [409, 'An e-mail of this has been sent already.'],
  PREVIEW_FIRST: [409, 'Read it on a real sale first.'],
  MERGE_FIELD_EMPTY: [409, 'A field of this message is empty.'],
  MERGE_FIELD_NOT_FOR_AUDIENCE: [409, 'This field is not for whom the message goes to.'],
  TEMPLATE_NAME_TAKEN: [409, 'There is a template of this name already.'],
  TOO_MANY_TEMPLATES: [409, 'There are too many templates: delete one first.'],
  SUPPORT_ACCESS_EXISTS: [409, 'You are in this company already, or wait for its approval.'],
  SUPPORT_ACCESS_OVER: [409, 'This access is over.'],
  SUPPORT_ACCESS_NOT_WAITING: [409, 'This access does not wait for approval.'],
  ALREADY_UNDONE: [409, 'This has been undone already.'],
  TOO_MANY_TASKS: [409, 'There are too many open tasks: finish or cancel some first.'],
  TOO_MANY_VIEWS: [409, tooManyViewsMessage],
  BULK_CHANGED: [409, 'Some of these have changed since you looked.'],
  AMEND_SAME_AMOUNT: [409, 'The new amount is the same as the current one.'],
  AMEND_REASON_MISSING: [409, 'Say why the amount changes.'],
  FALL_OFF_WITHOUT_SALE: [409, 'There is no sale to fall off: no offer is accepted.'],
  FALL_OFF_COMPLETED: [409, 'This sale has completed: it can no longer fall off.'],
  FALL_OFF_RESTORED: [409, 'This sale has been restored already.'],
  RESTORE_WITH_ACCEPTED_OFFER: [
    409,
    'You cannot restore from a previous fall off with an offer currently accepted. Please administer a fall off of the current buyer before restoring.',
  ],
  OFFER_ON_COMPLETED: [
    409,
    'The timeline says that this property has exchanged or completed. Reopen those steps before an offer is accepted.',
  ],
  GATE_NOT_MET: [409, 'Not everything that has to be there is there.'],
  GATE_NOTHING_OPEN: [409, 'Nothing is left to override.'],
  GATE_ITEM_AUTOMATIC: [409, 'This is answered from the data of the sale and cannot be ticked.'],
  DOCUMENT_IS_EVIDENCE: [409, 'This file is the evidence of a check.'],
  DOCUMENT_GONE: [409, 'This file has been deleted. Choose another one.'],
  COMPLETION_DATE_REQUIRED: [409, 'Exchanged needs a completion date.'],
  EXCHANGED_WITHOUT_OFFER: [409, 'Exchanged needs an accepted offer.'],
  COMPLETED_WITHOUT_OFFER: [409, 'Completed needs an accepted offer.'],
  COMPLETED_WITHOUT_EXCHANGE: [409, 'Completed needs Exchanged: complete that step first.'],
  COMPLETED_WITHOUT_DATE: [409, 'Completed needs a completion date.'],
  COMPLETION_DATE_IN_FUTURE: [409, 'The completion date is in the future: the sale cannot be completed before it.'],
  EXCHANGED_AFTER_COMPLETION: [409, 'Exchange cannot be later than the completion date.'],
  COMPLETED_BEFORE_EXCHANGE: [409, 'A sale cannot complete before contracts are exchanged.'],
  SALE_BEFORE_ACCEPTANCE: [409, 'Exchange and completion cannot be earlier than the day on which the offer was accepted.'],
  WITHDRAW_COMPLETED: [409, 'This sale has completed: the property cannot be withdrawn.'],
  LAUNCH_DATE_IN_FUTURE: [409, 'The launch date cannot be in the future.'],
  LAUNCH_DATE_ON_EXISTING: [409, 'A launch date is given only when a property is taken on.'],
  NOTICE_PERIOD_NOT_SET: [409, 'The company’s notice period must be set on the company page first.'],
  SOLD_PRICE_WITHOUT_SALE: [409, 'A sold price is set once an offer is accepted.'],
  SOLD_PRICE_REQUIRED: [409, 'Enter the sold price.'],
  MEMO_WITHOUT_BUYER: [409, 'No buyer has been selected'],
  MEMO_WITHOUT_BUYER_SOLICITOR: [409, 'The buyers solicitor has not been added'],
  MEMO_VENDOR_INCOMPLETE: [409, 'The vendors details are not complete'],
  MEMO_NOT_PRINTABLE: [409, 'The memorandum has characters that cannot be printed.'],
  LETTER_NOT_PRINTABLE: [409, 'The letter has characters that cannot be printed.'],
  MEMO_WITHOUT_VENDOR_SOLICITOR: [409, "The vendor's solicitor has not been added"],
  RECORD_TOO_LONG: [409, 'A PDF holds at most 5,000 entries. Narrow the days.'],
  RECORD_NOT_SEALED: [409, 'The last entries are being sealed. Try again in a moment.'],
  NOT_A_CHECKPOINT: [409, 'This is not a checkpoint of this company.'],
  REPORT_TOO_LONG: [409, 'A PDF holds at most 2,000 properties. Narrow the filters, or download the CSV.'],
  SAMPLE_SALE_EXISTS: [409, 'There is a sample sale already.'],
  SAMPLE_WITHOUT_BRANCH: [409, 'Add a branch first: the sample sale belongs to one.'],
  CHAIN_TOO_LONG: [409, 'A chain has at most 50 links.'],
  CHAIN_WITHOUT_THIS_PROPERTY: [409, 'Exactly one link of the chain is this property.'],
  CHAIN_PROPERTY_TWICE: [409, 'The same property is in this chain twice.'],
  CHAIN_BUYER_NOT_LAST: [409, 'Only the last link, at the buyer’s end, carries a buyer’s name.'],
  CHAIN_SALE_TYPE_NOT_LAST: [409, 'Only the last link, at the buyer’s end, carries a sale type.'],
  STEP_NOT_FOUND: [409, 'This property does not have that step.'],
  STEP_DATE_IN_FUTURE: [409, 'A step date cannot be in the future.'],
  STEP_DATE_BEFORE_SALE: [409, 'A step of the sale cannot be dated before the offer was accepted.'],
  DUE_NOT_MOVABLE: [
    409,
    'Only the due date of a step in progress or delayed can be moved. A survey is due on its survey date, Completed on the completion date.',
  ],
  DUE_REASON_MISSING: [409, 'Say why the due date is moved.'],
  DUE_BEFORE_START: [409, 'A step cannot be due before it was started.'],
  ACCEPTED_IN_FUTURE: [409, 'The acceptance date cannot be in the future.'],
  ACCEPTED_AFTER_STEP: [409, 'A step of this sale was completed before that day. Correct the step first.'],
  SURVEY_DATE_REQUIRED: [409, 'Set the survey date first.'],
  SURVEY_LOCKED: [409, 'Survey date and notes cannot be changed when the survey is complete or awaiting reports.'],
  SURVEY_OPEN: [409, 'A survey is still open. Cancel it first.'],
  CASH_BUY_NO_ACTION: [409, 'This is a cash buy: its financial steps need no action.'],
  PERSON_IN_OPEN_SALE: [
    409,
    'A party of an open sale cannot be erased: complete it, or perform a fall-off and withdraw the property, first.',
  ],
  PERSON_AWAITS_MAIL: [409, 'An e-mail to this person is waiting to be sent. Try again once it has been sent.'],
  MAIL_NOT_FAILED: [409, 'Only a message that failed can be tried again.'],
  MAIL_ATTACHMENT_GONE: [409, 'The attachment has been deleted. Send the message again from where it was written.'],
  LINK_EXPIRED: [409, 'This link has expired or was already used. Ask for a new one.'],
  PASSWORD_WEAK: [400, passwordHint],
  PASSWORD_KNOWN: [400, 'This password is on lists that attackers try first. Choose another one.'],
  PASSWORD_UNCHANGED: [409, 'Choose a password that is not the one you have now.'],
  FILE_MISSING: [400, 'No files selected'],
  FILE_TOO_LARGE: [413, 'File too large, it must be less than 20mb'],
  BODY_TOO_LARGE: [413, 'The request is too large.'],
  FILE_NOT_ALLOWED: [415, 'File not allowed'],
  FILE_INFECTED: [422, 'A virus was found in this file. It was not stored.'],
  DOCUMENT_BEING_CHECKED: [409, 'This file is being checked for viruses. Try again in a moment.'],
  MEDIA_TYPE_NOT_ALLOWED: [415, 'This kind of content is not accepted here.'],
  TOO_MANY_REQUESTS: [429, 'Too many tries. Wait a little and try again.'],
  RECIPIENT_NOT_ALLOWED: [409, 'Your company sends reports and documents only to certain domains.'],
  TOO_MANY_EMAILS: [429, 'Too many e-mails have been sent by you or your company in a short time. Try again later.'],
  INTERNAL: [500, failedMessage],
  NOT_READY: [503, 'The service is starting or its database cannot be reached. Try again in a moment.'],
  FILES_NOT_READY: [503, 'Files cannot be stored or read at the moment; nothing was changed. Try again in a moment.'],
  SCAN_NOT_READY: [503, 'Files cannot be checked for viruses at the moment; nothing was changed. Try again in a moment.'],
  TOOK_TOO_LONG: [503, 'This took too long and was cancelled; nothing was changed. Try again in a moment.'],
  SAVE_UNCERTAIN: [
    503,
    'The connection to the database was lost while saving. Check whether your change was saved before you save it again.',
  ],
  NO_ROOM: [507, 'There is no storage space left; nothing was changed. Existing data can still be read.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors
export type Issue = { path: string; message: string }

/** Body of every failed call. */
export type ErrorBody = {
  code: ErrorCode
  message: string
  issues?: Issue[]
  requestId: string
  details?: Record<string, string>
}

/** A refusal by a rule. `details` may name who changed something and when; it never contains a secret. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly details: Record<string, string> | undefined
  /** `message` replaces the catalogue's message by a more specific one, for example with a survey's name. */
  constructor(
    code: ErrorCode,
    more: { message?: string; issues?: Issue[]; details?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(more.message ?? errors[code][1], { cause: more.cause })
    this.name = 'DomainError'
    this.code = code
    this.issues = more.issues
    this.details = more.details
  }
}

/** Throws the result of a `whyNot…` function, if any. */
export const refuseIf = (why: ErrorCode | null): void => {
  if (why) throw new DomainError(why)
}
