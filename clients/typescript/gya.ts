/**
 * The GYA API for programs. Written from the contracts by `npm run client`; do not edit it.
 * Fields and codes are added, never changed or removed: ignore what you do not know.
 */

export type WrittenProperty = {
  _id: string
  name: string
  company: { _id: string; name: string }
  branch: { _id: string; name: string }
  address: {
    line1: string
    line2?: string | undefined
    town?: string | undefined
    county?: string | undefined
    country?: string | undefined
    postcode: string
  }
  phase: "withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale"
  boardStatus: (0 | 1)
  ownership: "unknown" | "freehold" | "leasehold"
  leaseholdPackSent: "yes" | "no" | "unknown"
  bedrooms: (number | null)
  active: boolean
  logo: (string | null)
  owner?: {
    _id: string
    firstName: string
    lastName: string
    fullName: string
    email: string
    tel: string
    emailVerified: boolean
    version: number
  } | undefined
  buyer?: { name: string; email: (string | ""); tel: string; cashBuyer: boolean } | undefined
  contacts?: {
    bStaff: ({
      _id: string
      name: string
      email: string
      tel: string
      avatar?: (string | null) | undefined
    } | null)
    solicitor: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    mBroker: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    other: string
    additionalContacts: {
      _id: string
      firstName: string
      lastName: string
      email: string
      tel: string
      options: { memo: boolean }
    }[]
    buyerDetails: {
      additionalContacts: {
        _id: string
        firstName: string
        lastName: string
        email: string
        tel: string
        options: { memo: boolean }
      }[]
      mBroker: ({
        contact: { _id: string; name: string; email: string; tel: string }
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
      } | null)
      buyer: { name: string; email: string; tel: string; cashBuyer: boolean }
      solicitor: ({
        contact: { _id: string; name: string; email: string; tel: string }
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
      } | null)
      other: string
    }
  } | undefined
  buyerSideSetAside: ({
    solicitor: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    mBroker: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    other: string
    additionalContacts: {
      _id: string
      firstName: string
      lastName: string
      email: string
      tel: string
      options: { memo: boolean }
    }[]
  } | null)
  setupWarnings: ("leaseholdPack" | "vendorSolicitor" | "vendorBroker" | "vendor")[]
  mi: {
    chain: (0 | 1 | 2 | 3)
    cTerm: (number | null)
    cSigned: (string | null)
    cSignedEndDate: (string | null)
    listed: (string | null)
    noticePeriodInDays: (number | null)
    agencyFeeType?: (0 | 1) | undefined
    agencyFee?: (number | null) | undefined
    agencyFeePercent?: (number | null) | undefined
    noticeGiven: (string | null)
    noticeDays: (number | null)
    noticeEnd: (string | null)
    agreedPrice: (number | null)
    invoiceSent: boolean
    askingPrice: {
      _id: string
      price: number
      effectiveDate: string
      priceOption: (0 | 1 | 2 | 3 | 4)
      createdon: string
    }[]
    currentAskingPrice: (number | null)
    feeDeduction?: number | undefined
    fees?: {
      gross: (number | null)
      deduction: (number | null)
      expected: (number | null)
      percent: (number | null)
      estimate: boolean
    } | undefined
  }
  offers?: {
    _id: string
    name?: string | undefined
    amount: number
    when: string
    state: "P" | "A" | "R" | "W"
    acceptedOn: (string | null)
    increasedOn: (string | null)
    tel?: string | undefined
    email?: (string | "") | undefined
    depositSize: number
    cashBuy: boolean
    mip: boolean
    chain: boolean
    isRenting: boolean
    notes?: string | undefined
    mayContact: (boolean | null)
    history?: { amount: number; createdon: string; note: string }[] | undefined
  }[] | undefined
  viewings: {
    _id: string
    name?: string | undefined
    when: string
    time: (string | null)
    notes?: string | undefined
    email?: (string | "") | undefined
    tel?: string | undefined
    mayContact: (boolean | null)
  }[]
  relaunches: { _id: string; when: string; notes?: string | undefined }[]
  referrals: {
    vendorSolicitor: (string | null)
    buyerSolicitor: (string | null)
    vendorBroker: (string | null)
    buyerBroker: (string | null)
  }
  notes: { count: number; byStep: Record<string, number> }
  documents?: {
    _id: string
    note?: string | undefined
    file: { fileName: string; originalByteSize: number }
    beingChecked: boolean
    createdon: string
    addedBy?: (string | null) | undefined
    version: number
  }[] | undefined
  memo?: { remarks: string; buyerCustom: string; sellerCustom: string; agentsContact: string } | undefined
  chain?: {
    items: {
      _id: string
      thisProperty: boolean
      propertyRef: ({
        _id: string
        deleted: boolean
        withinReach: boolean
        address: { line1: string; postcode: string }
        branch: ({ _id: string; name: string } | null)
        owner: ({ fullName: string } | null)
        buyer: ({ name: string } | null)
        agent: (string | null)
        solicitor: (string | null)
        phase: ("withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale" | null)
        fellOff: boolean
        chain: ((0 | 1 | 2 | 3) | null)
        nextWarning: ({ title: string; daysLeft: number; awaitingReports: boolean; delayed: boolean } | null)
      } | null)
      propertyName: string
      personName: string
      saleType: "ND" | "FTB" | "CB" | "I" | "NDB"
      agent: ({
        contact: ({ _id: string; name: string; email: string; tel: string } | null)
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
        name: string
        tel: string
      } | null)
      solicitor: ({
        contact: ({ _id: string; name: string; email: string; tel: string } | null)
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
        name: string
        tel: string
      } | null)
      note: string
      timeline: {
        mosSent: boolean
        draftContracts: boolean
        searchesApplied: boolean
        searchesBack: boolean
        enquiriesRaised: boolean
        enquiriesAnswered: boolean
        surveyBooked: "Yes" | "No" | "NA"
        surveyDate: string
        mortgageOffer: "Yes" | "No" | "Cash"
        contractSigned: boolean
        depositPaid: boolean
      }
    }[]
    shownIn: { _id: string; branch: string; address: { line1: string; postcode: string } }[]
    fallen: {
      _id: string
      branch: string
      line1: string
      on: string
      reason: (string | null)
      withinReach: boolean
    }[]
  } | undefined
  saleResets: {
    _id: string
    acceptedOffer: { _id: (string | null); name?: string | undefined }
    note?: string | undefined
    reason: ({ _id: string; name: string } | null)
    party: ("buyer" | "seller" | "chain" | "lender" | "neither" | null)
    phase: ("beforeMemo" | "beforeSearches" | "beforeMortgageOffer" | "beforeEnquiries" | "readyToExchange" | null)
    daysUnderOffer: (number | null)
    createdon: string
    restoredOn: (string | null)
  }[]
  timeline: {
    data: {
      key: number
      keyName: string
      type: "PS" | "F" | "L" | "S" | "C"
      state: "C" | "NS" | "IP" | "B" | "NA"
      order: (number | null)
      title: string
      description: string
      daysToComplete: (number | null)
      startedOn: (string | null)
      completedOn: (string | null)
      blockedOn: (string | null)
      warningDate: (string | null)
      dueOn: (string | null)
      dueReason?: string | undefined
      overdue: boolean
      actioned: boolean
      wasAutoSetToInProgress: boolean
      because: ({
        kind: "requested" | "taken-on" | "launched" | "offer-accepted" | "memo-emailed" | "previous-step-completed" | "pre-sale-completed" | "tracks-completed" | "predecessors-complete-again" | "auto-start-withdrawn" | "cash-buyer" | "cash-buy-ended" | "survey-added" | "survey-removed" | "fall-off" | "sale-restored" | "undone" | "imported" | "import-started"
        steps: number[]
        before?: {
          state: "C" | "NS" | "IP" | "B" | "NA"
          startedOn: (string | null)
          completedOn: (string | null)
          blockedOn: (string | null)
          wasAutoSetToInProgress: boolean
          dueOn?: (string | null) | undefined
          dueReason?: string | undefined
        } | undefined
        on?: string | undefined
      } | null)
      surveyData?: ({
        date: string
        contactPOC: (string | null)
        reference: string
        awaitingReports: boolean
      } | null) | undefined
      surveyContact?: ({ name: string; contact: string } | null) | undefined
      updatedOn: (string | null)
    }[]
    info: {
      completedOns: Record<string, (string | null)>
      nextWarning: ({
        key: number
        title: string
        warningDate: string
        daysLeft: number
        awaitingReports: boolean
      } | null)
      warnings: number
    }
  }
  completionDate: (string | null)
  expectedExchange: (string | null)
  expectedCompletion: (string | null)
  mortgageOfferExpires: (string | null)
  shareExpected: boolean
  lender: ({ _id: string; name: string } | null)
  exchangeHistory: {
    on: (string | null)
    before: (string | null)
    undone: boolean
    reason?: string | undefined
    at: string
    by?: (string | null) | undefined
  }[]
  version: number
  createdon: string
}

export type OpenProperty = {
  _id: string
  name: string
  company: { _id: string; name: string }
  branch: { _id: string; name: string }
  address: {
    line1: string
    line2?: string | undefined
    town?: string | undefined
    county?: string | undefined
    country?: string | undefined
    postcode: string
  }
  phase: "withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale"
  boardStatus: (0 | 1)
  ownership: "unknown" | "freehold" | "leasehold"
  leaseholdPackSent: "yes" | "no" | "unknown"
  bedrooms: (number | null)
  active: boolean
  logo: (string | null)
  owner?: {
    _id: string
    firstName: string
    lastName: string
    fullName: string
    email: string
    tel: string
    emailVerified: boolean
    version: number
  } | undefined
  buyer?: { name: string; email: (string | ""); tel: string; cashBuyer: boolean } | undefined
  contacts?: {
    bStaff: ({
      _id: string
      name: string
      email: string
      tel: string
      avatar?: (string | null) | undefined
    } | null)
    solicitor: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    mBroker: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    other: string
    additionalContacts: {
      _id: string
      firstName: string
      lastName: string
      email: string
      tel: string
      options: { memo: boolean }
    }[]
    buyerDetails: {
      additionalContacts: {
        _id: string
        firstName: string
        lastName: string
        email: string
        tel: string
        options: { memo: boolean }
      }[]
      mBroker: ({
        contact: { _id: string; name: string; email: string; tel: string }
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
      } | null)
      buyer: { name: string; email: string; tel: string; cashBuyer: boolean }
      solicitor: ({
        contact: { _id: string; name: string; email: string; tel: string }
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
      } | null)
      other: string
    }
  } | undefined
  buyerSideSetAside: ({
    solicitor: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    mBroker: ({
      contact: { _id: string; name: string; email: string; tel: string }
      poc: ({ _id: string; name: string; email: string; tel: string } | null)
    } | null)
    other: string
    additionalContacts: {
      _id: string
      firstName: string
      lastName: string
      email: string
      tel: string
      options: { memo: boolean }
    }[]
  } | null)
  setupWarnings: ("leaseholdPack" | "vendorSolicitor" | "vendorBroker" | "vendor")[]
  mi: {
    chain: (0 | 1 | 2 | 3)
    cTerm: (number | null)
    cSigned: (string | null)
    cSignedEndDate: (string | null)
    listed: (string | null)
    noticePeriodInDays: (number | null)
    agencyFeeType?: (0 | 1) | undefined
    agencyFee?: (number | null) | undefined
    agencyFeePercent?: (number | null) | undefined
    noticeGiven: (string | null)
    noticeDays: (number | null)
    noticeEnd: (string | null)
    agreedPrice: (number | null)
    invoiceSent: boolean
    askingPrice: {
      _id: string
      price: number
      effectiveDate: string
      priceOption: (0 | 1 | 2 | 3 | 4)
      createdon: string
    }[]
    currentAskingPrice: (number | null)
    feeDeduction?: number | undefined
    fees?: {
      gross: (number | null)
      deduction: (number | null)
      expected: (number | null)
      percent: (number | null)
      estimate: boolean
    } | undefined
  }
  offers?: {
    _id: string
    name?: string | undefined
    amount: number
    when: string
    state: "P" | "A" | "R" | "W"
    acceptedOn: (string | null)
    increasedOn: (string | null)
    tel?: string | undefined
    email?: (string | "") | undefined
    depositSize: number
    cashBuy: boolean
    mip: boolean
    chain: boolean
    isRenting: boolean
    notes?: string | undefined
    mayContact: (boolean | null)
    history?: { amount: number; createdon: string; note: string }[] | undefined
  }[] | undefined
  viewings: {
    _id: string
    name?: string | undefined
    when: string
    time: (string | null)
    notes?: string | undefined
    email?: (string | "") | undefined
    tel?: string | undefined
    mayContact: (boolean | null)
  }[]
  relaunches: { _id: string; when: string; notes?: string | undefined }[]
  referrals: {
    vendorSolicitor: (string | null)
    buyerSolicitor: (string | null)
    vendorBroker: (string | null)
    buyerBroker: (string | null)
  }
  notes: { count: number; byStep: Record<string, number> }
  documents?: {
    _id: string
    note?: string | undefined
    file: { fileName: string; originalByteSize: number }
    beingChecked: boolean
    createdon: string
    addedBy?: (string | null) | undefined
    version: number
  }[] | undefined
  memo?: { remarks: string; buyerCustom: string; sellerCustom: string; agentsContact: string } | undefined
  chain?: {
    items: {
      _id: string
      thisProperty: boolean
      propertyRef: ({
        _id: string
        deleted: boolean
        withinReach: boolean
        address: { line1: string; postcode: string }
        branch: ({ _id: string; name: string } | null)
        owner: ({ fullName: string } | null)
        buyer: ({ name: string } | null)
        agent: (string | null)
        solicitor: (string | null)
        phase: ("withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale" | null)
        fellOff: boolean
        chain: ((0 | 1 | 2 | 3) | null)
        nextWarning: ({ title: string; daysLeft: number; awaitingReports: boolean; delayed: boolean } | null)
      } | null)
      propertyName: string
      personName: string
      saleType: "ND" | "FTB" | "CB" | "I" | "NDB"
      agent: ({
        contact: ({ _id: string; name: string; email: string; tel: string } | null)
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
        name: string
        tel: string
      } | null)
      solicitor: ({
        contact: ({ _id: string; name: string; email: string; tel: string } | null)
        poc: ({ _id: string; name: string; email: string; tel: string } | null)
        name: string
        tel: string
      } | null)
      note: string
      timeline: {
        mosSent: boolean
        draftContracts: boolean
        searchesApplied: boolean
        searchesBack: boolean
        enquiriesRaised: boolean
        enquiriesAnswered: boolean
        surveyBooked: "Yes" | "No" | "NA"
        surveyDate: string
        mortgageOffer: "Yes" | "No" | "Cash"
        contractSigned: boolean
        depositPaid: boolean
      }
    }[]
    shownIn: { _id: string; branch: string; address: { line1: string; postcode: string } }[]
    fallen: {
      _id: string
      branch: string
      line1: string
      on: string
      reason: (string | null)
      withinReach: boolean
    }[]
  } | undefined
  saleResets: {
    _id: string
    acceptedOffer: { _id: (string | null); name?: string | undefined }
    note?: string | undefined
    reason: ({ _id: string; name: string } | null)
    party: ("buyer" | "seller" | "chain" | "lender" | "neither" | null)
    phase: ("beforeMemo" | "beforeSearches" | "beforeMortgageOffer" | "beforeEnquiries" | "readyToExchange" | null)
    daysUnderOffer: (number | null)
    createdon: string
    restoredOn: (string | null)
  }[]
  timeline: {
    data: {
      key: number
      keyName: string
      type: "PS" | "F" | "L" | "S" | "C"
      state: "C" | "NS" | "IP" | "B" | "NA"
      order: (number | null)
      title: string
      description: string
      daysToComplete: (number | null)
      startedOn: (string | null)
      completedOn: (string | null)
      blockedOn: (string | null)
      warningDate: (string | null)
      dueOn: (string | null)
      dueReason?: string | undefined
      overdue: boolean
      actioned: boolean
      wasAutoSetToInProgress: boolean
      because: ({
        kind: "requested" | "taken-on" | "launched" | "offer-accepted" | "memo-emailed" | "previous-step-completed" | "pre-sale-completed" | "tracks-completed" | "predecessors-complete-again" | "auto-start-withdrawn" | "cash-buyer" | "cash-buy-ended" | "survey-added" | "survey-removed" | "fall-off" | "sale-restored" | "undone" | "imported" | "import-started"
        steps: number[]
        before?: {
          state: "C" | "NS" | "IP" | "B" | "NA"
          startedOn: (string | null)
          completedOn: (string | null)
          blockedOn: (string | null)
          wasAutoSetToInProgress: boolean
          dueOn?: (string | null) | undefined
          dueReason?: string | undefined
        } | undefined
        on?: string | undefined
      } | null)
      surveyData?: ({
        date: string
        contactPOC: (string | null)
        reference: string
        awaitingReports: boolean
      } | null) | undefined
      surveyContact?: ({ name: string; contact: string } | null) | undefined
      updatedOn: (string | null)
    }[]
    info: {
      completedOns: Record<string, (string | null)>
      nextWarning: ({
        key: number
        title: string
        warningDate: string
        daysLeft: number
        awaitingReports: boolean
      } | null)
      warnings: number
    }
  }
  completionDate: (string | null)
  expectedExchange: (string | null)
  expectedCompletion: (string | null)
  mortgageOfferExpires: (string | null)
  shareExpected: boolean
  lender: ({ _id: string; name: string } | null)
  exchangeHistory: {
    on: (string | null)
    before: (string | null)
    undone: boolean
    reason?: string | undefined
    at: string
    by?: (string | null) | undefined
  }[]
  version: number
  createdon: string
  position: number
  refs: { system: string; ref: string }[]
}

export type Contact = {
  _id: string
  company: string
  name: string
  email: string
  tel: string
  address: ({
    line1: string
    line2?: string | undefined
    town?: string | undefined
    county?: string | undefined
    country?: string | undefined
    postcode: string
  } | null)
  type: "solicitor" | "broker" | "unknown"
  recommended: boolean
  pocs: {
    _id: string
    company: string
    companyContact: string
    name: string
    email: string
    tel: string
    note: string
    version: number
  }[]
  version: number
}

export type Calls = {
  /** Enter the asking price, or a price reduction after the first. Scope: property:write. */
  addAskingPrice: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: {
        price: number
        effectiveDate: string
        priceOption?: (0 | 1 | 2 | 3 | 4) | undefined
        version?: number | undefined
      }
    }
    response: WrittenProperty
  }
  /** Add a file to a property, with a note. Scope: document:write. */
  addDocument: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body?: { note?: string | undefined }
      file: Blob
      fileName?: string
    }
    response: WrittenProperty
  }
  /** Write a note on a property, or on one of its steps. Scope: note:write. */
  addNote: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: { message: string; timelineKey?: (number | null) | undefined }
    }
    response: {
      _id: string
      message: string
      timelineKey: (number | null)
      author: (({ _id: string; firstName: string; lastName: string } | string) | null)
      createdon: string
      updatedon: string
      version: number
    }
  }
  /** Record an offer. Scope: offer:write. */
  addOffer: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: {
        name: string
        amount: number
        when?: string | undefined
        state?: "P" | "A" | "R" | "W" | undefined
        tel?: string | undefined
        email?: (string | "") | undefined
        depositSize?: number | undefined
        cashBuy: boolean
        mip?: boolean | undefined
        chain: boolean
        isRenting?: boolean | undefined
        notes?: string | undefined
        mayContact?: (boolean | null) | undefined
        acceptedOn?: (string | null) | undefined
        version?: number | undefined
      }
    }
    response: WrittenProperty
  }
  /** Record a viewing, past or booked. Scope: viewing:write. */
  addViewing: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: {
        name: string
        when: string
        time?: (string | null) | undefined
        notes?: string | undefined
        email?: (string | "") | undefined
        tel?: string | undefined
        mayContact?: (boolean | null) | undefined
        version?: number | undefined
      }
    }
    response: WrittenProperty
  }
  /** Create a contact, with points of contact if they are given. Scope: contact:write. */
  createContact: {
    input: {
      params: { companyId: string }
      body: {
        name: string
        email?: (string | "") | undefined
        tel?: string | undefined
        address?: ({
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        } | null) | undefined
        type?: "solicitor" | "broker" | "unknown" | undefined
        recommended?: boolean | undefined
        pocs?: { name: string; email: string; tel?: string | undefined; note?: string | undefined }[] | undefined
        company?: string | undefined
      }
    }
    response: Contact
  }
  /** Create a point of contact. Scope: contact:write. */
  createPoc: {
    input: {
      params: { companyId: string; contactId: string }
      body: {
        name: string
        email: string
        tel?: string | undefined
        note?: string | undefined
        company?: string | undefined
      }
    }
    response: {
      _id: string
      company: string
      companyContact: string
      name: string
      email: string
      tel: string
      note: string
      version: number
    }
  }
  /** Take a property on: copies the branch’s timeline template, completes Take on and starts Property launched. Scope: property:write. */
  createProperty: {
    input: {
      params: { companyId: string; branchId: string }
      body: {
        address: {
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        }
        bedrooms?: (number | null) | undefined
        ownership?: "unknown" | "freehold" | "leasehold" | undefined
        leaseholdPackSent?: "yes" | "no" | "unknown" | undefined
        boardStatus?: (0 | 1) | undefined
        owner: ({ _id: string } | {
          firstName: string
          lastName: string
          email: string
          tel?: string | undefined
          password?: string | undefined
          confirmPassword?: string | undefined
          contactPrefs?: { email: boolean; push: boolean } | undefined
          staffConfirmed?: boolean | undefined
        })
        customLaunchDate?: string | undefined
      }
      file?: Blob
      fileName?: string
    }
    response: WrittenProperty
  }
  /** Remove an entry from the asking price history. Scope: property:write. */
  deleteAskingPrice: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; askingPriceId: string }
    }
    response: WrittenProperty
  }
  /** Delete a document. An unsent e-mail keeps its copy of the file until it is sent. Scope: document:write. */
  deleteDocument: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; documentId: string }
    }
    response: WrittenProperty
  }
  /** Remove an offer that is not the accepted one. Scope: offer:write. */
  deleteOffer: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; offerId: string }
    }
    response: WrittenProperty
  }
  /** Remove a viewing. Scope: viewing:write. */
  deleteViewing: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; viewingId: string }
    }
    response: WrittenProperty
  }
  /** Download a document under its own name. Scope: document:read. */
  downloadDocument: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; documentId: string }
    }
    response: Blob
  }
  /** The contacts of a company by name, with their points of contact; searches name, telephone, e-mail, address and points of contact. Scope: contact:read. */
  listContacts: {
    input: {
      params: { companyId: string }
      query?: {
        itemsPerPage?: string | undefined
        currentPage?: string | undefined
        textSearch?: string | undefined
        type?: "solicitor" | "broker" | "unknown" | undefined
        actingAs?: "solicitor" | "broker" | undefined
      }
    }
    response: {
      data: {
        _id: string
        company: string
        name: string
        email: string
        tel: string
        address: ({
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        } | null)
        type: "solicitor" | "broker" | "unknown"
        recommended: boolean
        pocs: {
          _id: string
          company: string
          companyContact: string
          name: string
          email: string
          tel: string
          note: string
          version: number
        }[]
        version: number
      }[]
      paging: {
        itemsPerPage: number
        count: number
        currentPage: number
        totalPages: number
        nextPage: (number | null)
        prevPage: (number | null)
      }
    }
  }
  /** The points of contact of one contact, by name. Scope: contact:read. */
  listPocs: {
    input: {
      params: { companyId: string }
      query?: {
        itemsPerPage?: string | undefined
        currentPage?: string | undefined
        contactId: string
        textSearch?: string | undefined
      }
    }
    response: {
      data: {
        _id: string
        company: string
        companyContact: string
        name: string
        email: string
        tel: string
        note: string
        version: number
      }[]
      paging: {
        itemsPerPage: number
        count: number
        currentPage: number
        totalPages: number
        nextPage: (number | null)
        prevPage: (number | null)
      }
    }
  }
  /** List the messages of an endpoint, latest first. Scope: webhook:manage. */
  listWebhookMessages: {
    input: {
      params: { companyId: string; webhookId: string }
      query?: {
        itemsPerPage?: string | undefined
        currentPage?: string | undefined
        state?: "waiting" | "delivered" | "dead" | undefined
        kind?: "property.taken_on" | "property.changed" | "property.withdrawn" | "property.reinstated" | "property.deleted" | "property.restored" | "price.changed" | "viewing.added" | "viewing.changed" | "viewing.removed" | "offer.added" | "offer.changed" | "offer.accepted" | "offer.rejected" | "offer.withdrawn" | "offer.removed" | "sale.fell_off" | "sale.restored" | "sale.exchanged" | "sale.completed" | "step.changed" | "completion_date.changed" | "notice.given" | "notice.taken_back" | "contacts.changed" | "chain.changed" | "note.added" | "document.added" | "document.removed" | "memo.sent" | "proposal.made" | "proposal.decided" | "gate.overridden" | "import.finished" | undefined
        propertyId?: string | undefined
      }
    }
    response: {
      data: {
        position: number
        type: string
        replay: number
        propertyId: (string | null)
        state: "waiting" | "delivered" | "dead"
        attempts: number
        nextTryOn: (string | null)
        lastStatus: (number | null)
        lastWords: string
        lastMs: (number | null)
        deliveredOn: (string | null)
        createdOn: string
        body: string
      }[]
      paging: {
        itemsPerPage: number
        count: number
        currentPage: number
        totalPages: number
        nextPage: (number | null)
        prevPage: (number | null)
      }
    }
  }
  /** List endpoints with their state and message counts, oldest first. A key limited to branches reads only the endpoints of those branches. Scope: webhook:manage. */
  listWebhooks: {
    input: {
      params: { companyId: string }
    }
    response: {
      data: {
        _id: string
        url: string
        description: string
        kinds: string[]
        branchIds: (string[] | null)
        state: "on" | "failing" | "off"
        offBecause: ("by-hand" | "gone" | "failing" | null)
        missed: number
        waiting: number
        dead: number
        failingSince: (string | null)
        lastSuccessOn: (string | null)
        oldSecretUntil: (string | null)
        createdOn: string
        version: number
      }[]
    }
  }
  /** One contact with its points of contact by name. Scope: contact:read. */
  readContact: {
    input: {
      params: { companyId: string; contactId: string }
    }
    response: Contact
  }
  /** Firms and their people changed since a cursor. Ordered by position in the company’s record; starts at the beginning without a cursor. No committed row is skipped. Rows that were deleted or left the scope are { _id, deleted: true }. Scope: contact:read. */
  readOpenContacts: {
    input: {
      params: { companyId: string }
      query?: { cursor?: string | undefined; limit?: string | undefined }
    }
    response: {
      data: ({
        _id: string
        company: string
        name: string
        email: string
        tel: string
        address: ({
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        } | null)
        type: "solicitor" | "broker" | "unknown"
        recommended: boolean
        pocs: {
          _id: string
          company: string
          companyContact: string
          name: string
          email: string
          tel: string
          note: string
          version: number
        }[]
        version: number
        position: number
      } | { _id: string; deleted: true; position: number })[]
      cursor: string
      more: boolean
    }
  }
  /** Events of properties since a cursor, in order of position: ids, codes, days and amounts. Scope: event:read. */
  readOpenEvents: {
    input: {
      params: { companyId: string }
      query?: {
        cursor?: string | undefined
        limit?: string | undefined
        kinds?: string | undefined
        propertyId?: string | undefined
        branchIds?: string | undefined
      }
    }
    response: {
      data: {
        position: number
        _id: string
        at: string
        type: "property.taken_on" | "property.changed" | "property.withdrawn" | "property.reinstated" | "property.deleted" | "property.restored" | "price.changed" | "viewing.added" | "viewing.changed" | "viewing.removed" | "offer.added" | "offer.changed" | "offer.accepted" | "offer.rejected" | "offer.withdrawn" | "offer.removed" | "sale.fell_off" | "sale.restored" | "sale.exchanged" | "sale.completed" | "step.changed" | "completion_date.changed" | "notice.given" | "notice.taken_back" | "contacts.changed" | "chain.changed" | "note.added" | "document.added" | "document.removed" | "memo.sent" | "proposal.made" | "proposal.decided" | "gate.overridden" | "import.finished"
        propertyId: (string | null)
        branchId: (string | null)
        facts: Record<string, (string | number | boolean | null)>
        via: "app" | "vendor" | "api" | "party" | "import" | "job" | "unknown"
      }[]
      cursor: string
      more: boolean
    }
  }
  /** Properties changed since a cursor. Ordered by position in the company’s record; starts at the beginning without a cursor. No committed row is skipped. Rows that were deleted or left the scope are { _id, deleted: true }. Scope: property:read. */
  readOpenProperties: {
    input: {
      params: { companyId: string }
      query?: {
        cursor?: string | undefined
        limit?: string | undefined
        branchIds?: string | undefined
      }
    }
    response: {
      data: ({
        _id: string
        name: string
        company: { _id: string; name: string }
        branch: { _id: string; name: string }
        address: {
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        }
        phase: "withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale"
        boardStatus: (0 | 1)
        ownership: "unknown" | "freehold" | "leasehold"
        leaseholdPackSent: "yes" | "no" | "unknown"
        bedrooms: (number | null)
        active: boolean
        logo: (string | null)
        owner?: {
          _id: string
          firstName: string
          lastName: string
          fullName: string
          email: string
          tel: string
          emailVerified: boolean
          version: number
        } | undefined
        buyer?: { name: string; email: (string | ""); tel: string; cashBuyer: boolean } | undefined
        contacts?: {
          bStaff: ({
            _id: string
            name: string
            email: string
            tel: string
            avatar?: (string | null) | undefined
          } | null)
          solicitor: ({
            contact: { _id: string; name: string; email: string; tel: string }
            poc: ({ _id: string; name: string; email: string; tel: string } | null)
          } | null)
          mBroker: ({
            contact: { _id: string; name: string; email: string; tel: string }
            poc: ({ _id: string; name: string; email: string; tel: string } | null)
          } | null)
          other: string
          additionalContacts: {
            _id: string
            firstName: string
            lastName: string
            email: string
            tel: string
            options: { memo: boolean }
          }[]
          buyerDetails: {
            additionalContacts: {
              _id: string
              firstName: string
              lastName: string
              email: string
              tel: string
              options: { memo: boolean }
            }[]
            mBroker: ({
              contact: { _id: string; name: string; email: string; tel: string }
              poc: ({ _id: string; name: string; email: string; tel: string } | null)
            } | null)
            buyer: { name: string; email: string; tel: string; cashBuyer: boolean }
            solicitor: ({
              contact: { _id: string; name: string; email: string; tel: string }
              poc: ({ _id: string; name: string; email: string; tel: string } | null)
            } | null)
            other: string
          }
        } | undefined
        buyerSideSetAside: ({
          solicitor: ({
            contact: { _id: string; name: string; email: string; tel: string }
            poc: ({ _id: string; name: string; email: string; tel: string } | null)
          } | null)
          mBroker: ({
            contact: { _id: string; name: string; email: string; tel: string }
            poc: ({ _id: string; name: string; email: string; tel: string } | null)
          } | null)
          other: string
          additionalContacts: {
            _id: string
            firstName: string
            lastName: string
            email: string
            tel: string
            options: { memo: boolean }
          }[]
        } | null)
        setupWarnings: ("leaseholdPack" | "vendorSolicitor" | "vendorBroker" | "vendor")[]
        mi: {
          chain: (0 | 1 | 2 | 3)
          cTerm: (number | null)
          cSigned: (string | null)
          cSignedEndDate: (string | null)
          listed: (string | null)
          noticePeriodInDays: (number | null)
          agencyFeeType?: (0 | 1) | undefined
          agencyFee?: (number | null) | undefined
          agencyFeePercent?: (number | null) | undefined
          noticeGiven: (string | null)
          noticeDays: (number | null)
          noticeEnd: (string | null)
          agreedPrice: (number | null)
          invoiceSent: boolean
          askingPrice: {
            _id: string
            price: number
            effectiveDate: string
            priceOption: (0 | 1 | 2 | 3 | 4)
            createdon: string
          }[]
          currentAskingPrice: (number | null)
          feeDeduction?: number | undefined
          fees?: {
            gross: (number | null)
            deduction: (number | null)
            expected: (number | null)
            percent: (number | null)
            estimate: boolean
          } | undefined
        }
        offers?: {
          _id: string
          name?: string | undefined
          amount: number
          when: string
          state: "P" | "A" | "R" | "W"
          acceptedOn: (string | null)
          increasedOn: (string | null)
          tel?: string | undefined
          email?: (string | "") | undefined
          depositSize: number
          cashBuy: boolean
          mip: boolean
          chain: boolean
          isRenting: boolean
          notes?: string | undefined
          mayContact: (boolean | null)
          history?: { amount: number; createdon: string; note: string }[] | undefined
        }[] | undefined
        viewings: {
          _id: string
          name?: string | undefined
          when: string
          time: (string | null)
          notes?: string | undefined
          email?: (string | "") | undefined
          tel?: string | undefined
          mayContact: (boolean | null)
        }[]
        relaunches: { _id: string; when: string; notes?: string | undefined }[]
        referrals: {
          vendorSolicitor: (string | null)
          buyerSolicitor: (string | null)
          vendorBroker: (string | null)
          buyerBroker: (string | null)
        }
        notes: { count: number; byStep: Record<string, number> }
        documents?: {
          _id: string
          note?: string | undefined
          file: { fileName: string; originalByteSize: number }
          beingChecked: boolean
          createdon: string
          addedBy?: (string | null) | undefined
          version: number
        }[] | undefined
        memo?: { remarks: string; buyerCustom: string; sellerCustom: string; agentsContact: string } | undefined
        chain?: {
          items: {
            _id: string
            thisProperty: boolean
            propertyRef: ({
              _id: string
              deleted: boolean
              withinReach: boolean
              address: { line1: string; postcode: string }
              branch: ({ _id: string; name: string } | null)
              owner: ({ fullName: string } | null)
              buyer: ({ name: string } | null)
              agent: (string | null)
              solicitor: (string | null)
              phase: ("withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale" | null)
              fellOff: boolean
              chain: ((0 | 1 | 2 | 3) | null)
              nextWarning: ({ title: string; daysLeft: number; awaitingReports: boolean; delayed: boolean } | null)
            } | null)
            propertyName: string
            personName: string
            saleType: "ND" | "FTB" | "CB" | "I" | "NDB"
            agent: ({
              contact: ({ _id: string; name: string; email: string; tel: string } | null)
              poc: ({ _id: string; name: string; email: string; tel: string } | null)
              name: string
              tel: string
            } | null)
            solicitor: ({
              contact: ({ _id: string; name: string; email: string; tel: string } | null)
              poc: ({ _id: string; name: string; email: string; tel: string } | null)
              name: string
              tel: string
            } | null)
            note: string
            timeline: {
              mosSent: boolean
              draftContracts: boolean
              searchesApplied: boolean
              searchesBack: boolean
              enquiriesRaised: boolean
              enquiriesAnswered: boolean
              surveyBooked: "Yes" | "No" | "NA"
              surveyDate: string
              mortgageOffer: "Yes" | "No" | "Cash"
              contractSigned: boolean
              depositPaid: boolean
            }
          }[]
          shownIn: { _id: string; branch: string; address: { line1: string; postcode: string } }[]
          fallen: {
            _id: string
            branch: string
            line1: string
            on: string
            reason: (string | null)
            withinReach: boolean
          }[]
        } | undefined
        saleResets: {
          _id: string
          acceptedOffer: { _id: (string | null); name?: string | undefined }
          note?: string | undefined
          reason: ({ _id: string; name: string } | null)
          party: ("buyer" | "seller" | "chain" | "lender" | "neither" | null)
          phase: ("beforeMemo" | "beforeSearches" | "beforeMortgageOffer" | "beforeEnquiries" | "readyToExchange" | null)
          daysUnderOffer: (number | null)
          createdon: string
          restoredOn: (string | null)
        }[]
        timeline: {
          data: {
            key: number
            keyName: string
            type: "PS" | "F" | "L" | "S" | "C"
            state: "C" | "NS" | "IP" | "B" | "NA"
            order: (number | null)
            title: string
            description: string
            daysToComplete: (number | null)
            startedOn: (string | null)
            completedOn: (string | null)
            blockedOn: (string | null)
            warningDate: (string | null)
            dueOn: (string | null)
            dueReason?: string | undefined
            overdue: boolean
            actioned: boolean
            wasAutoSetToInProgress: boolean
            because: ({
              kind: "requested" | "taken-on" | "launched" | "offer-accepted" | "memo-emailed" | "previous-step-completed" | "pre-sale-completed" | "tracks-completed" | "predecessors-complete-again" | "auto-start-withdrawn" | "cash-buyer" | "cash-buy-ended" | "survey-added" | "survey-removed" | "fall-off" | "sale-restored" | "undone" | "imported" | "import-started"
              steps: number[]
              before?: {
                state: "C" | "NS" | "IP" | "B" | "NA"
                startedOn: (string | null)
                completedOn: (string | null)
                blockedOn: (string | null)
                wasAutoSetToInProgress: boolean
                dueOn?: (string | null) | undefined
                dueReason?: string | undefined
              } | undefined
              on?: string | undefined
            } | null)
            surveyData?: ({
              date: string
              contactPOC: (string | null)
              reference: string
              awaitingReports: boolean
            } | null) | undefined
            surveyContact?: ({ name: string; contact: string } | null) | undefined
            updatedOn: (string | null)
          }[]
          info: {
            completedOns: Record<string, (string | null)>
            nextWarning: ({
              key: number
              title: string
              warningDate: string
              daysLeft: number
              awaitingReports: boolean
            } | null)
            warnings: number
          }
        }
        completionDate: (string | null)
        expectedExchange: (string | null)
        expectedCompletion: (string | null)
        mortgageOfferExpires: (string | null)
        shareExpected: boolean
        lender: ({ _id: string; name: string } | null)
        exchangeHistory: {
          on: (string | null)
          before: (string | null)
          undone: boolean
          reason?: string | undefined
          at: string
          by?: (string | null) | undefined
        }[]
        version: number
        createdon: string
        position: number
        refs: { system: string; ref: string }[]
      } | { _id: string; deleted: true; position: number })[]
      cursor: string
      more: boolean
    }
  }
  /** Get one property, as returned by the incremental read. Scope: property:read. */
  readOpenProperty: {
    input: {
      params: { companyId: string; propertyId: string }
    }
    response: OpenProperty
  }
  /** Get the property with a reference of another system, which an import has stored. Scope: property:read. */
  readOpenPropertyByRef: {
    input: {
      params: { companyId: string; system: string; ref: string }
    }
    response: OpenProperty
  }
  /** Rows of the workflow report changed since a cursor. Ordered by position in the company’s record; starts at the beginning without a cursor. No committed row is skipped. Rows that were deleted or left the scope are { _id, deleted: true }. Scope: report:read. */
  readOpenReport: {
    input: {
      params: { companyId: string }
      query?: {
        cursor?: string | undefined
        limit?: string | undefined
        branchIds?: string | undefined
      }
    }
    response: {
      data: ({
        _id: string
        company: string
        branch: string
        address: { line1: string; postcode: string }
        phase: "withdrawn" | "completed" | "exchanged" | "sold" | "forSale" | "preForSale"
        version: number
        bStaff: ({ _id: string; name: string } | null)
        expectedExchange: (string | null)
        exchangeMoves: number
        expectedCompletion: (string | null)
        completionDate: (string | null)
        mortgageOfferExpires: (string | null)
        forecast: ({ halfBy: (string | null); by80: (string | null); decides: string } | null)
        vendorLastUpdatedOn: (string | null)
        vendorSolicitor: (string | null)
        buyerSolicitor: (string | null)
        timeline: {
          data: {
            key: number
            state: "C" | "NS" | "IP" | "B" | "NA"
            completedOn: (string | null)
            warningDate: (string | null)
            updatedOn: (string | null)
            type: "PS" | "F" | "L" | "S" | "C"
            surveyData: ({ awaitingReports: boolean } | null)
          }[]
          info: {
            completedOns: Record<string, string>
            exchanged: boolean
            stepsComplete: number
            stepsApplicable: number
            nextStep: ({
              key: number
              state: "IP" | "B"
              date: (string | null)
              awaitingReports: boolean
              warning: ("amber" | "red" | null)
            } | null)
            surveyDate: (string | null)
            surveysR: (number | null)
            upcomingSurveyDate: ({ date: string; warning: ("amber" | "red" | null); key: number } | null)
            surveys: {
              cell: "not-applicable" | "ratio" | "date" | "nothing"
              booked: number
              done: number
              updatedOn: (string | null)
            }
          }
        }
        mi: {
          chain: (0 | 1 | 2 | 3)
          offerAccepted: (string | null)
          noticeGiven: (string | null)
          noticeEnd: (string | null)
          cSignedEndDate: (string | null)
          currentAskingPrice: (number | null)
          agreedPrice: (number | null)
          agencyFeePercent: (number | null)
          agencyFee: (number | null)
          expectedFee: (number | null)
          feeEstimate: boolean
        }
        position: number
      } | { _id: string; deleted: true; position: number })[]
      cursor: string
      more: boolean
    }
  }
  /** Change the contacts of either side: agent, solicitor, broker, additional contacts, notes, buyer. Missing fields are unchanged. `version` is checked against the changed side. Scope: contact:write. */
  saveContacts: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body?: {
        bStaff?: (string | null) | undefined
        solicitor?: ({ contact: string; poc?: (string | null) | undefined } | null) | undefined
        mBroker?: ({ contact: string; poc?: (string | null) | undefined } | null) | undefined
        other?: string | undefined
        additionalContacts?: {
          _id?: string | undefined
          firstName: string
          lastName: string
          email: string
          tel: string
          options: { memo: boolean }
        }[] | undefined
        buyerDetails?: {
          solicitor?: ({ contact: string; poc?: (string | null) | undefined } | null) | undefined
          mBroker?: ({ contact: string; poc?: (string | null) | undefined } | null) | undefined
          other?: string | undefined
          additionalContacts?: {
            _id?: string | undefined
            firstName: string
            lastName: string
            email: string
            tel: string
            options: { memo: boolean }
          }[] | undefined
          buyer?: {
            name?: string | undefined
            email?: (string | "") | undefined
            tel?: string | undefined
            cashBuyer?: boolean | undefined
          } | undefined
        } | undefined
        version?: number | undefined
      }
    }
    response: WrittenProperty
  }
  /** Change an entry of the asking price history. Scope: property:write. */
  updateAskingPrice: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: {
        _id: string
        price?: number | undefined
        effectiveDate?: string | undefined
        priceOption?: (0 | 1 | 2 | 3 | 4) | undefined
        version?: number | undefined
        createdon?: unknown | undefined
      }
    }
    response: WrittenProperty
  }
  /** Change a contact. Scope: contact:write. */
  updateContact: {
    input: {
      params: { companyId: string; contactId: string }
      body?: {
        name?: string | undefined
        email?: (string | "") | undefined
        tel?: string | undefined
        address?: ({
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        } | null) | undefined
        type?: "solicitor" | "broker" | "unknown" | undefined
        recommended?: boolean | undefined
        version?: number | undefined
      }
    }
    response: Contact
  }
  /** Change the note of a document. Scope: document:write. */
  updateDocument: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; documentId: string }
      body: { note: string; version?: number | undefined }
    }
    response: WrittenProperty
  }
  /** Change a note; the event log keeps its earlier text. Scope: note:write. */
  updateNote: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string; noteId: string }
      body?: {
        message?: string | undefined
        timelineKey?: (number | null) | undefined
        version?: number | undefined
      }
    }
    response: {
      _id: string
      message: string
      timelineKey: (number | null)
      author: (({ _id: string; firstName: string; lastName: string } | string) | null)
      createdon: string
      updatedon: string
      version: number
    }
  }
  /** Change, accept, reject or withdraw an offer; amend the amount of the accepted one with a reason. Scope: offer:write. */
  updateOffer: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: {
        _id: string
        name?: string | undefined
        amount?: number | undefined
        when?: string | undefined
        state?: "P" | "A" | "R" | "W" | undefined
        tel?: string | undefined
        email?: (string | "") | undefined
        depositSize?: number | undefined
        cashBuy?: boolean | undefined
        mip?: boolean | undefined
        chain?: boolean | undefined
        isRenting?: boolean | undefined
        notes?: string | undefined
        mayContact?: (boolean | null) | undefined
        acceptedOn?: (string | null) | undefined
        amendAmount?: number | undefined
        amendReason?: string | undefined
        version?: number | undefined
        increasedOn?: unknown | undefined
        history?: unknown | undefined
      }
    }
    response: WrittenProperty
  }
  /** Change a point of contact. Scope: contact:write. */
  updatePoc: {
    input: {
      params: { companyId: string; contactId: string; pocId: string }
      body?: {
        name?: string | undefined
        email?: string | undefined
        tel?: string | undefined
        note?: string | undefined
        version?: number | undefined
      }
    }
    response: {
      _id: string
      company: string
      companyContact: string
      name: string
      email: string
      tel: string
      note: string
      version: number
    }
  }
  /** Change a property, withdraw it or reinstate it. Scope: property:write. */
  updateProperty: {
    input: {
      params: { companyId: string; branchId: string }
      body: {
        _id: string
        address?: {
          line1: string
          line2?: string | undefined
          town?: string | undefined
          county?: string | undefined
          country?: string | undefined
          postcode: string
        } | undefined
        bedrooms?: (number | null) | undefined
        ownership?: "unknown" | "freehold" | "leasehold" | undefined
        leaseholdPackSent?: "yes" | "no" | "unknown" | undefined
        boardStatus?: (0 | 1) | undefined
        active?: boolean | undefined
        completionDate?: (string | null) | undefined
        customLaunchDate?: string | undefined
        version?: number | undefined
      }
      file?: Blob
      fileName?: string
    }
    response: WrittenProperty
  }
  /** Change a viewing. Scope: viewing:write. */
  updateViewing: {
    input: {
      params: { companyId: string; branchId: string; propertyId: string }
      body: {
        _id: string
        name?: string | undefined
        when?: string | undefined
        time?: (string | null) | undefined
        notes?: string | undefined
        email?: (string | "") | undefined
        tel?: string | undefined
        mayContact?: (boolean | null) | undefined
        version?: number | undefined
      }
    }
    response: WrittenProperty
  }
}

const calls: Record<string, { method: string; path: string }> = {
  addAskingPrice: { method: 'PUT', path: '/property/:companyId/:branchId/:propertyId/askingprice' },
  addDocument: { method: 'POST', path: '/property/:companyId/:branchId/:propertyId/document' },
  addNote: { method: 'POST', path: '/property/:companyId/:branchId/:propertyId/note' },
  addOffer: { method: 'POST', path: '/property/:companyId/:branchId/:propertyId/offer' },
  addViewing: { method: 'POST', path: '/property/:companyId/:branchId/:propertyId/viewings' },
  createContact: { method: 'POST', path: '/companycontacts/:companyId' },
  createPoc: { method: 'POST', path: '/companycontactspoc/:companyId/:contactId' },
  createProperty: { method: 'POST', path: '/property/:companyId/:branchId' },
  deleteAskingPrice: { method: 'DELETE', path: '/property/:companyId/:branchId/:propertyId/askingprice/:askingPriceId' },
  deleteDocument: { method: 'DELETE', path: '/property/:companyId/:branchId/:propertyId/document/:documentId' },
  deleteOffer: { method: 'DELETE', path: '/property/:companyId/:branchId/:propertyId/offer/:offerId' },
  deleteViewing: { method: 'DELETE', path: '/property/:companyId/:branchId/:propertyId/viewings/:viewingId' },
  downloadDocument: { method: 'GET', path: '/property/:companyId/:branchId/:propertyId/document/:documentId/download' },
  listContacts: { method: 'GET', path: '/companycontacts/list/:companyId' },
  listPocs: { method: 'GET', path: '/companycontactspoc/list/:companyId' },
  listWebhookMessages: { method: 'GET', path: '/company/:companyId/webhook/:webhookId/messages' },
  listWebhooks: { method: 'GET', path: '/company/:companyId/webhook' },
  readContact: { method: 'GET', path: '/companycontacts/:companyId/:contactId' },
  readOpenContacts: { method: 'GET', path: '/open/:companyId/contacts' },
  readOpenEvents: { method: 'GET', path: '/open/:companyId/events' },
  readOpenProperties: { method: 'GET', path: '/open/:companyId/properties' },
  readOpenProperty: { method: 'GET', path: '/open/:companyId/property/:propertyId' },
  readOpenPropertyByRef: { method: 'GET', path: '/open/:companyId/by-ref/:system/:ref' },
  readOpenReport: { method: 'GET', path: '/open/:companyId/report' },
  saveContacts: { method: 'PATCH', path: '/property/:companyId/:branchId/:propertyId/contacts' },
  updateAskingPrice: { method: 'PATCH', path: '/property/:companyId/:branchId/:propertyId/askingprice' },
  updateContact: { method: 'PATCH', path: '/companycontacts/:companyId/:contactId' },
  updateDocument: { method: 'PATCH', path: '/property/:companyId/:branchId/:propertyId/document/:documentId' },
  updateNote: { method: 'PATCH', path: '/property/:companyId/:branchId/:propertyId/note/:noteId' },
  updateOffer: { method: 'PATCH', path: '/property/:companyId/:branchId/:propertyId/offer' },
  updatePoc: { method: 'PATCH', path: '/companycontactspoc/:companyId/:contactId/:pocId' },
  updateProperty: { method: 'PUT', path: '/property/:companyId/:branchId' },
  updateViewing: { method: 'PATCH', path: '/property/:companyId/:branchId/:propertyId/viewing' },
}

/** An error response of GYA. `code` is stable; `message` is for people. */
export class GyaError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly { path: string; message: string }[]
  readonly requestId: string | undefined
  constructor(status: number, body: { code?: string; message?: string; issues?: GyaError['issues']; requestId?: string }) {
    super(body.message ?? `GYA answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'UNKNOWN'
    this.issues = body.issues ?? []
    this.requestId = body.requestId
  }
}

export type ClientOptions = {
  /** Base URL of GYA, without /api. */
  base: string
  /** `gya_…`; keep it on a server, never in a browser. */
  key: string
  /** Maximum number of attempts for a call while GYA responds with a temporary error. */
  tries?: number
  fetch?: typeof globalThis.fetch
  wait?: (milliseconds: number) => Promise<void>
}

type CallName = keyof Calls
type Parts = { params?: object; query?: object; body?: object; file?: Blob; fileName?: string }

/** Errors worth a retry. */
const isTemporary = (status: number, code: string): boolean => status === 429 || status === 503 || code === 'IDEMPOTENCY_RUNNING'

/** Calls of the API by name. POST calls send an idempotency key, so that retries are safe. */
export function createClient({ base, key, tries = 5, fetch = globalThis.fetch, wait = sleep }: ClientOptions) {
  async function call<Name extends CallName>(name: Name, input: Calls[Name]['input']): Promise<Calls[Name]['response']> {
    const made = calls[name]
    if (!made) throw new Error(`Unknown call ${name}.`)
    const { params = {}, query = {}, body, file, fileName } = input as Parts
    const path = made.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String((params as Fields)[part])))
    const asked = new URLSearchParams(
      Object.entries(query).flatMap(([field, value]) => (value == null ? [] : [[field, String(value)]])),
    )
    const content = file ? formOf(body ?? {}, file, fileName) : body && JSON.stringify(body)
    const headers: Record<string, string> = { authorization: `Bearer ${key}` }
    if (body && !file) headers['content-type'] = 'application/json'
    if (made.method === 'POST') headers['idempotency-key'] = crypto.randomUUID()
    const repeatable = made.method === 'GET' || made.method === 'POST'
    for (let tried = 1; ; tried += 1) {
      const url = `${base}/api${path}${asked.size > 0 ? `?${asked}` : ''}`
      const answer = await fetch(url, { method: made.method, headers, ...(content ? { body: content } : {}) }).catch(
        (error: unknown) => {
          if (!repeatable || tried >= tries) throw error
          return null
        },
      )
      if (!answer) {
        await wait(1000 * tried)
        continue
      }
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      if (answer.ok) return (isJson ? answer.json() : answer.blob()) as Promise<Calls[Name]['response']>
      const refusal = new GyaError(answer.status, isJson ? await answer.json() : {})
      if (tried >= tries || !isTemporary(refusal.status, refusal.code)) throw refusal
      await wait(1000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }

  /**
   * Reads all rows of an incremental read. Store the cursor that comes with each row and start with it next time: rows may be
   * repeated, but none is skipped.
   */
  async function* readAll<Name extends ReadName>(name: Name, input: Calls[Name]['input']): AsyncGenerator<RowOf<Name>> {
    const { query = {}, ...rest } = input as Parts
    let cursor = (query as Fields).cursor
    for (;;) {
      const next = { ...rest, query: { ...query, cursor } } as unknown as Calls[Name]['input']
      const page = (await call(name, next)) as Page<unknown>
      for (const row of page.data) yield { row, cursor: page.cursor } as RowOf<Name>
      if (!page.more) return
      cursor = page.cursor
    }
  }

  return { call, readAll }
}

type Fields = Record<string, unknown>
type Page<Row> = { data: Row[]; cursor: string; more: boolean }
/** Calls that return pages with a cursor. */
type ReadName = { [Name in CallName]: Calls[Name]['response'] extends Page<unknown> ? Name : never }[CallName]
/** `cursor`: the cursor of the row's page. */
type RowOf<Name extends CallName> = Calls[Name]['response'] extends Page<infer Row> ? { row: Row; cursor: string } : never

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

function formOf(body: object, file: Blob, fileName = 'file'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(body)) form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', file, fileName)
  return form
}

/** Maximum age of a webhook message. Older ones are refused to prevent replay attacks. */
const webhookToleranceSeconds = 300

/**
 * Verifies a webhook message as in the Standard Webhooks specification. `secret` is `whsec_…`; `body` is the raw text before
 * parsing. Throws if the signature or the time is invalid.
 */
export async function verifyWebhook(
  secret: string,
  headers: { get(name: string): string | null },
  body: string,
  now: number = Date.now(),
): Promise<void> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers.get(name))
  if (!id || !timestamp || !signatures) throw new Error('A header of the webhook is missing.')
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= webhookToleranceSeconds))
    throw new Error('The webhook is too old, or from the future.')
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0))
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1,')) continue
    const given = Uint8Array.from(atob(signature.slice(3)), (character) => character.charCodeAt(0))
    if (await crypto.subtle.verify('HMAC', hmac, given, signed)) return
  }
  throw new Error('The signature of the webhook is wrong.')
}
