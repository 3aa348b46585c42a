/**
 * Every changing call of a signed-in person, in lists that a test holds against the contracts: a new call must be placed in one of the
 * first three, and in one of the last two if a platform admin can make it in a company.
 */

/**
 * Calls that always require a recently confirmed identity, by act: "archive out and in, record file, person export and erase, keys and
 * webhook secrets, provider, policy, domain, factors of oneself and others, roles and administrators, ending others' sessions, fee deduction
 * and notice policy, gate template, deletion of company, branch, user" ([trust §4.4](docs/design/trust.md#4.4)), and what could be used to
 * go round them.
 */
export const confirmedActs: Readonly<Record<string, readonly string[]>> = {
  'archive out and in': ['exportCompany', 'downloadExport', 'createArchive', 'verifyArchive', 'restoreArchive', 'giveUpRestore'],
  'record file': ['makeRecordFile'],
  'person export and erase': ['exportPerson', 'erasePerson'],
  provider: ['saveProvider', 'deleteProvider'],
  policy: ['saveSignInPolicy'],
  domain: ['confirmDomain', 'deleteDomain'],
  'factors of oneself': [
    'startTotp',
    'confirmTotp',
    'deleteTotp',
    'startPasskey',
    'addPasskey',
    'deletePasskey',
    'makeRecoveryCodes',
  ],
  'factors of others': ['resetMemberFactors', 'resetPlatformFactors'],
  'roles and administrators': ['createCompanyAdministrator', 'createPlatformAdministrator', 'createMember', 'assignRole'],
  'reach of others': ['createArea', 'updateArea', 'deleteArea', 'removeBranchMember', 'decideJoinRequest'],
  'access of others given back': ['reactivateMember', 'restoreUser', 'inviteAll'],
  'ending others’ sessions': [
    'endMemberSession',
    'endMemberSessions',
    'endPlatformSession',
    'endPlatformSessions',
    'deactivateMember',
  ],
  'access of the platform': ['decideSupportAccess', 'saveSupportApproval'],
  'gate template': ['saveGateTemplate'],
  'which parts of the sale’s file a company uses': ['saveSaleFile'],
  'inspector’s file': ['makeCheckPack', 'downloadCheckPack'],
  'applications ([open §2](docs/design/open.md#2))': ['addApp', 'updateApp'],
  'API keys ([connect §3](docs/design/connect.md#3))': ['createApiKey', 'updateApiKey', 'rotateApiKey'],
  'mail accounts ([mail-in §8](docs/design/mail-in.md#8))': ['createMailAccount', 'updateMailAccount', 'deleteMailAccount'],
  'webhooks ([connect §4](docs/design/connect.md#4))': ['createWebhook', 'updateWebhook', 'rotateWebhook', 'deleteWebhook'],
  'calendar feeds, readable without a session': ['makeFeed'],
  'what is kept, and where it is proved': ['saveRetention', 'saveCheckpointAddresses'],
  'deletion of company, branch, user': [
    'deleteCompany',
    'deleteBranch',
    'deleteCompanyMember',
    'deletePlatformAdministrator',
    'deleteOwnAccount',
  ],
  'own password': ['resetOwnPassword', 'activateAccount'],
}

/** Calls that require it for some of their fields. */
export const confirmedByFields: Readonly<Record<string, string>> = {
  decideConnection: 'connecting it; refusing needs none',
  updateOwnAccount: 'a new e-mail address',
  updateVendor: 'a new e-mail address',
  updatePlatformAdministrator: 'a new e-mail address',
  updateCompanyAdministrator: 'a new e-mail address, role or other branches',
  updateBranchMember: 'a new e-mail address or role',
  addBranchMember: 'a new administrator',
  createBranch: 'a new administrator',
  updateBranch: 'the fee deduction, another e-mail address or a new administrator',
  updateCompany: 'fee deduction, notice period and security settings',
}

const propertyWork = `addCustomer updateCustomer addCheck addCheckFile strikeCheck decideCustomer acceptMailIn fileMailIn setMailAside passMailIn clearMailWarnings keepMailFiles completeActionItems snoozeActionItems unsnoozeActionItems addAskingPrice deleteAskingPrice updateAskingPrice editCells
  saveChain saveChainOfAll createContact createPoc deleteContact deletePoc mergeContacts restoreContact updateContact updatePoc
  logConversation addDocument deleteDocument emailDocument updateDocument assignProgressor saveExpected classifyFallOff deleteFallOff
  markRescue performFallOff restoreFallOff tellChain deleteGateCheck overrideGate saveGateCheck updateManagementInfo emailMemorandum
  updateMemo makeLetter previewMessages sendMessages addNote deleteNote updateNote addOffer deleteOffer updateOffer acceptProposal proposeChange
  declineProposal deletePropertyPhoto createProperty updateProperty saveContacts saveReferrals addRelaunch deleteRelaunch updateRelaunch
  sendReportPdf sendWeekMail cancelTask completeTask createTask createTasksOfSales reopenTask updateTask saveTimeline undoChange saveUpdate sendUpdate
  skipUpdate shareSales addViewing deleteViewing updateViewing createSampleSale deleteSampleSale previewChainOfAll`
const settings = `saveMailAddress saveAssignRule saveDaySettings saveTargets saveWeekMail saveFallOffReasons saveForecastSettings createMessageTemplate deleteMessageTemplate saveMessageTemplate
  switchAutomatic saveTaskTemplates saveBranchTimeline saveCompanyTimeline createView deleteView updateView deleteBranchPhoto
  deleteCompanyPhoto`
const importing = `addImportFile checkImport chooseImportRows copyImportFile createImport deleteImport mapImportFile putImportPart
  readImportFile removeImportFile retryImport runImport stopImport undoImport`
const words = (text: string): string[] => text.split(/\s+/)

/** Calls that never require it, by reason. */
export const withoutConfirmation: Readonly<Record<string, readonly string[]>> = {
  'work on sales: in their history, and undone there': words(propertyWork),
  'settings of screens, texts and templates: they give nobody access': words(settings),
  'imports: checked before they are written, and undone afterwards': words(importing),
  'parties of a sale: a link shows one sale and can be ended': ['sendPartyLink', 'resendPartyLink', 'endPartyLink'],
  'only ends an access, which must be possible at once': [
    'revokeApiKey',
    'endOwnGrant',
    'endAppGrant',
    'deleteApp',
    'endOwnFeed',
    'endMemberFeed',
    'endOwnSession',
    'endOtherSessions',
    'endSupportAccess',
    'cancelNewAddress',
    'logout',
  ],
  'repeats what was sent to a chosen address': ['resendVerification', 'inviteMember', 'inviteVendors', 'replayWebhookMessages'],
  'tests or restarts what exists': [
    'testMailAccount',
    'testWebhook',
    'switchOnWebhook',
    'testProvider',
    'retryJob',
    'retryMail',
    'retryStuckWork',
    'verifyCompanyRecord',
  ],
  'sales of a leaver stay in the company': ['handOverSales'],
  'restored by the platform for 30 days': ['deleteProperty'],
  'undoes a deletion': ['restoreBranch', 'restoreCompany', 'restoreProperty'],
  'exempt ([meeting points](docs/design/meeting-points.md))': ['createCompany'],
  'only searches': ['searchPerson'],
  'part of an upload that was confirmed, or its removal': ['putArchivePart', 'deleteArchive'],
  'requires a reason and notifies the company': ['openSupportAccess'],
  'confirms the identity itself': ['confirmIdentity', 'startPasskeyConfirmation', 'startSsoConfirmation'],
  'of oneself, without access': [
    'deleteOwnPhoto',
    'markPortalMessagesSeen',
    'savePortalPreferences',
    'requestSupport',
    'askForApp',
  ],
}

/** Confirmed calls of which a company's administrators are not told, by reason. */
export const notNotified: Readonly<Record<string, readonly string[]>> = {
  'told to the person, whose own account it is': [
    ...(confirmedActs['factors of oneself'] ?? []),
    ...(confirmedActs['own password'] ?? []),
  ],
  'told by e-mails of their own': ['resetMemberFactors', 'exportCompany'],
  'told when the export was asked for': ['downloadExport', 'downloadCheckPack'],
  'of the platform, not of a company': [
    'createArchive',
    'verifyArchive',
    'restoreArchive',
    'giveUpRestore',
    'resetPlatformFactors',
    'createPlatformAdministrator',
    'endPlatformSession',
    'endPlatformSessions',
    'deletePlatformAdministrator',
  ],
  'told by the handler, which finds the company': ['restoreUser'],
}

/** Refused in a support access: what they make or change would outlast it. */
export const refusedInSupportAccess: readonly string[] = words(
  `addApp updateApp createApiKey updateApiKey rotateApiKey createMailAccount updateMailAccount createWebhook updateWebhook rotateWebhook switchOnWebhook createCompanyAdministrator createMember
  assignRole addBranchMember inviteMember reactivateMember decideJoinRequest createArea updateArea saveProvider deleteProvider testProvider
  saveSignInPolicy saveRetention saveCheckpointAddresses inviteVendors sendPartyLink resendPartyLink saveWeekMail sendWeekMail`,
)

/** Refused there for some of their fields. */
export const refusedByFields: Readonly<Record<string, string>> = {
  updateVendor: 'a new e-mail address',
  updateCompanyAdministrator: 'a new e-mail address, a wider role or more branches',
  updateBranchMember: 'a new e-mail address or a wider role',
  createBranch: 'an administrator',
  updateBranch: 'an administrator',
  updateCompany: 'security settings',
  createProperty: 'a new vendor',
  updateProperty: 'a new vendor',
}

const isNotRefused = (name: string) => !refusedInSupportAccess.includes(name) && !Object.hasOwn(refusedByFields, name)

/** Made by platform admins in a company, by reason. */
export const allowedInSupportAccess: Readonly<Record<string, readonly string[]>> = {
  'work on sales: support corrects data': words(propertyWork).filter(isNotRefused),
  'settings of screens, texts and templates': words(settings).filter(isNotRefused),
  'imports: vendors get access by invitations only': words(importing),
  'ends or takes away': [
    'revokeApiKey',
    'deleteApp',
    'endAppGrant',
    'deleteMailAccount',
    'deleteWebhook',
    'endMemberFeed',
    'endMemberSession',
    'endMemberSessions',
    'endPartyLink',
    'endSupportAccess',
    'deactivateMember',
    'removeBranchMember',
    'deleteArea',
    'deleteCompanyMember',
    'deleteBranch',
    'deleteCompany',
    'deleteProperty',
    'deleteDomain',
    'handOverSales',
  ],
  'repeats or tests what exists': ['replayWebhookMessages', 'testMailAccount', 'testWebhook', 'verifyCompanyRecord'],
  'data of one person or sale, told to the administrators': [
    'exportPerson',
    'erasePerson',
    'searchPerson',
    'makeRecordFile',
    'makeCheckPack',
  ],
  'duties of the platform, told to the administrators': [
    'confirmDomain',
    'resetMemberFactors',
    'inviteAll',
    'restoreBranch',
    'restoreProperty',
    'openSupportAccess',
  ],
  'a condition of sales, told to the administrators': ['saveGateTemplate', 'saveSaleFile'],
}
