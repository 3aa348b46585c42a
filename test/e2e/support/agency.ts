import type { Wire } from '@gya/domain/endpoint.ts'
import { addAskingPrice } from '@gya/domain/features/asking-price/asking-price.contract.ts'
import { saveAssignRule } from '@gya/domain/features/assignment/assignment.contract.ts'
import { createBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { updateManagementInfo } from '@gya/domain/features/management-info/management-info.contract.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { openSupportAccess } from '@gya/domain/features/support-access/support-access.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { Page } from '@playwright/test'
import type { Accounts } from './accounts.ts'
import type { ApiClient } from './api-client.ts'

/** The roles of a company. */
export type Role = 'company' | 'branch' | 'staff' | 'vendor'

const people = {
  company: { type: 'COMPANY_ADMIN', firstName: 'Ottoline', lastName: 'Farthingale' },
  branch: { type: 'BRANCH_ADMIN', firstName: 'Marnie', lastName: 'Quillfeather' },
  staff: { type: 'BRANCH_STAFF', firstName: 'Tamsin', lastName: 'Larkspur' },
  vendor: { type: 'VENDOR', firstName: 'Odalys', lastName: 'Thimblewood' },
} as const

type Person = { id: string; email: string; firstName: string; lastName: string }
type NewPerson = { type: (typeof people)[Role]['type'] | 'AREA_MANAGER' | 'READER'; firstName: string; lastName: string }

const address = (line1: string) => ({ line1, town: 'Reading', postcode: 'RG30 6ZZ' })

/**
 * A company with one branch, Tilehurst, for one test: tests that share no data run in parallel. The account of a role is
 * created when it is first used.
 */
export class Agency {
  readonly name: string
  readonly companyId: string
  readonly branchId: string
  /** Unique for each agency. Makes e-mail addresses unique. */
  readonly stamp: string
  readonly #accounts: Accounts
  readonly #platform: ApiClient
  readonly #people = new Map<Role, Promise<Person>>()
  readonly #clients = new Map<Role, Promise<ApiClient>>()

  private constructor(
    accounts: Accounts,
    platform: ApiClient,
    company: Pick<Agency, 'name' | 'stamp' | 'companyId' | 'branchId'>,
  ) {
    this.name = company.name
    this.stamp = company.stamp
    this.companyId = company.companyId
    this.branchId = company.branchId
    this.#accounts = accounts
    this.#platform = platform
  }

  static async open(accounts: Accounts, platform: ApiClient): Promise<Agency> {
    const stamp = crypto.randomUUID().slice(-12)
    const name = `Larkmead ${stamp}`
    const tel = '0118 496 0110'
    const { _id: companyId } = await platform.call(createCompany, {
      body: {
        name,
        tel,
        availableLicenses: 15,
        feeDeduction: 10,
        noticePeriodInDays: 14,
        address: address('Larkmead House'),
      },
    })
    const { _id: branchId } = await platform.call(createBranch, {
      params: { companyId },
      body: { name: 'Tilehurst', tel, address: address('The Lark Rooms') },
    })
    await platform.call(openSupportAccess, {
      params: { companyId },
      body: { reason: 'Sets up what the test needs', hours: 8 },
    })
    // A test says who runs its sales.
    await platform.call(saveAssignRule, { params: { companyId, branchId }, body: { rule: 'none', among: [] } })
    return new Agency(accounts, platform, { name, stamp, companyId, branchId })
  }

  /** Adds a branch and returns its id. */
  async addBranch(name: string): Promise<string> {
    const body = { name, address: address(`The ${name} Rooms`) }
    return (await this.#platform.call(createBranch, { params: { companyId: this.companyId }, body }))._id
  }

  /** Adds an activated account. Area managers and branch roles become members of Tilehurst. */
  async addPerson({ type, firstName, lastName }: NewPerson): Promise<Person> {
    const email = `${firstName}.${lastName}.${this.stamp}@larkmead.example`.toLowerCase().replaceAll(' ', '.')
    const branchIds = type === 'COMPANY_ADMIN' || type === 'VENDOR' ? [] : [this.branchId]
    const id = await this.#accounts.insert({ type, firstName, lastName, email, companyId: this.companyId, branchIds })
    return { id, email, firstName, lastName }
  }

  person(role: Role): Promise<Person> {
    const person = this.#people.get(role) ?? this.addPerson(people[role])
    this.#people.set(role, person)
    return person
  }

  async signIn(page: Page, role: Role): Promise<void> {
    await this.#accounts.signIn(page, (await this.person(role)).id)
  }

  /** An API client signed in as a role. */
  as(role: Role): Promise<ApiClient> {
    const client = this.#clients.get(role) ?? this.person(role).then(({ id }) => this.#accounts.client(id))
    this.#clients.set(role, client)
    return client
  }

  /** Creates a property with an asking price. The default owner is the agency's vendor, in another branch a new one. */
  async takeOn(line1: string, { price = 385_000, branchId = this.branchId, owner, ...body }: TakeOn = {}): Promise<Property> {
    const staff = await this.as(branchId === this.branchId ? 'staff' : 'company')
    const params = { companyId: this.companyId, branchId }
    const vendorOf = async () =>
      branchId === this.branchId
        ? { _id: (await this.person('vendor')).id }
        : { firstName: 'Isolde', lastName: 'Brackenbury', email: `isolde.${crypto.randomUUID()}@vendor.example` }
    const { _id: propertyId } = await staff.call(createProperty, {
      params,
      body: {
        address: address(line1),
        owner: owner ?? (await vendorOf()),
        ownership: 'freehold',
        ...body,
      },
    })
    const property = new Property(staff, line1, { ...params, propertyId })
    await staff.call(addAskingPrice, { params: property.params, body: { price, effectiveDate: today() } })
    return property
  }
}

type TakeOn = Partial<Wire<typeof createProperty, 'body'>> & { price?: number; branchId?: string }
type Offer = { buyer: string; amount?: number; cash?: boolean; chain?: boolean; email?: string }

const today = (): string => new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/London' })

/** A property of an agency. Each method makes the call of the screen that does the same. */
export class Property {
  readonly line1: string
  readonly params: { companyId: string; branchId: string; propertyId: string }
  readonly #staff: ApiClient
  constructor(staff: ApiClient, line1: string, params: Property['params']) {
    this.#staff = staff
    this.line1 = line1
    this.params = params
  }

  /** The address of a screen, such as `timeline`. */
  url(screen: string): string {
    return `/property/${screen}?branch=${this.params.branchId}&property=${this.params.propertyId}`
  }

  /** Adds an offer and returns its id. */
  async offer({ buyer, amount = 378_500, cash = false, chain = false, email = '' }: Offer): Promise<string> {
    const body = { name: buyer, amount, cashBuy: cash, chain, email }
    const { offers } = await this.#staff.call(addOffer, { params: this.params, body })
    return offers.find(({ name, state }) => name === buyer && state === 'P')?._id ?? ''
  }

  /** Adds an offer and accepts it. */
  async sell(offer: Offer): Promise<void> {
    const _id = await this.offer(offer)
    await this.#staff.call(updateOffer, { params: this.params, body: { _id, state: 'A' } })
  }

  /** 0 no chain, 1 completed chain, 2 incomplete chain, 3 unknown. */
  async setChainStatus(chain: 0 | 1 | 2 | 3): Promise<void> {
    await this.#staff.call(updateManagementInfo, { params: this.params, body: { chain } })
  }

  /** Books a survey on a day and marks its report as awaited. */
  async awaitReport(survey: StepName, since: string): Promise<void> {
    const timeline = [{ key: stepKeys[survey], state: 'IP' as const, surveyData: { date: since, awaitingReports: true } }]
    await this.#staff.call(saveTimeline, { params: this.params, body: { timeline } })
  }

  /** Completes steps of the timeline in one save. */
  async complete(steps: readonly StepName[], more: { completionDate?: string } = {}): Promise<void> {
    const timeline = steps.map((step) => ({ key: stepKeys[step], state: 'C' as const }))
    await this.#staff.call(saveTimeline, { params: this.params, body: { timeline, ...more } })
  }
}
