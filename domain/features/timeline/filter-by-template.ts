/**
 * "With the company template checked, an entry is kept only if the template has it and it is not 'not applicable'; survey
 * entries are always kept. With the branch template checked, an entry is dropped if it is missing from the template, or
 * if both the template entry and the entry are 'not applicable'; survey entries are always kept." Property document,
 * section 4; reports document, section 4. Both checked: both apply.
 *
 * "It" is the template's entry in the first sentence: the company's filter asks which steps the company works with.
 */
import type { Step, Template, Timeline } from './timeline.model.ts'

export type TemplateFilters = { companyTemplate?: Template | null; branchTemplate?: Template | null }

const rowOf = (template: Template, step: Step) => template.find((row) => row.key === step.key)

const isInCompanyTemplate = (template: Template, step: Step): boolean => {
  const row = rowOf(template, step)
  return row !== undefined && row.state !== 'NA'
}

const isInBranchTemplate = (template: Template, step: Step): boolean => {
  const row = rowOf(template, step)
  return row !== undefined && !(row.state === 'NA' && step.state === 'NA')
}

/** The steps that pass the checked templates; a template that is null or left out is not checked. */
export const filterByTemplate = (steps: Timeline, { companyTemplate, branchTemplate }: TemplateFilters): Timeline =>
  steps.filter(
    (step) =>
      step.type === 'S' ||
      ((!companyTemplate || isInCompanyTemplate(companyTemplate, step)) &&
        (!branchTemplate || isInBranchTemplate(branchTemplate, step))),
  )
