import { addressLine } from '@gya/domain/common/address-line.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { isFieldForAudience, isMergeField } from '@gya/domain/features/messages/merge-fields.ts'
import { fillBody, fillSubject, type SaleValues } from '@gya/domain/features/messages/merge-text.ts'
import { mergeValuesOf } from '@gya/domain/features/messages/merge-values.ts'
import type { readMemorandumWords } from '@gya/domain/features/messages/messages.contract.ts'
import { maxMessageSubject, templatesOfBranch } from '@gya/domain/features/messages/messages.model.ts'
import { memorandumRoles, usualMemorandumWords } from '@gya/domain/features/messages/usual-memorandum-words.ts'
import type { HandlerContext } from '../../http/route/register-route.ts'
import { findMergeSales, findSender } from './message-facts.repository.ts'
import { listTemplates, toMessageTemplate } from './message-templates.repository.ts'

/**
 * "The memorandum's e-mail becomes one of them": the text of its template, preferably a branch's, filled in for all recipients. A field
 * that one of them may not see is empty.
 */
export async function memorandumWords({ params, caller, db, today }: HandlerContext<typeof readMemorandumWords>) {
  const { companyId, branchId, propertyId } = params
  const sale = (await findMergeSales(db, companyId, [propertyId])).get(propertyId)
  if (!sale) throw new DomainError('NOT_FOUND')
  const inForce = templatesOfBranch((await listTemplates(db, { companyId, branchId })).map(toMessageTemplate))
  const ofMemorandum = inForce.filter(({ purpose, channel }) => purpose === 'memorandum' && channel === 'email')
  const template = ofMemorandum.find((one) => one.branchId !== null) ?? ofMemorandum[0]
  if (!template) {
    const { first_name, last_name } = await findSender(db, caller.userId)
    return { template: null, ...usualMemorandumWords(addressLine(sale.address), `${first_name} ${last_name}`), empty: [] }
  }
  const agreedPrice = sale.agreedPrice === null ? null : Number(sale.agreedPrice)
  const values = mergeValuesOf({
    recipient: { name: '', roles: memorandumRoles },
    company: sale.company,
    today,
    sales: [{ ...sale, agreedPrice, roles: [], steps: [] }],
  })
  const permitted = { ...values, sales: values.sales.map(withoutForbidden) }
  const subject = fillSubject(template.subject, permitted)
  const body = fillBody(template.body, permitted)
  const { _id, name, number } = template
  return {
    template: { _id, name, number },
    subject: subject.text.slice(0, maxMessageSubject),
    message: body.text,
    empty: [...new Set([...subject.empty, ...body.empty])],
  }
}

const withoutForbidden = (sale: SaleValues): SaleValues =>
  Object.fromEntries(
    Object.entries(sale).map(([name, value]) => [
      name,
      isMergeField(name) && isFieldForAudience(name, memorandumRoles) ? value : '',
    ]),
  ) as SaleValues
