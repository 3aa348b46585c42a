/**
 * Verbatim from [reports §2.3](docs/design/reports.md#2.3), [reports §4](docs/design/reports.md#4), [reports §5](docs/design/reports.md#5)
 * and [reports §8](docs/design/reports.md#8).
 */
export const saveMessages = {
  success: { title: 'Timeline saved', text: 'The timeline was successfully saved.' },
  failure: { title: 'Error saving', text: 'An error occured saving the timeline.' },
}

export const removeSurveyQuestion =
  'Are you sure you want to delete this survey? You must save the timeline to execute this change.'
export const showAllSteps = 'Show all steps'
export const contradictionTitle = 'This sale contradicts itself'
export const reviewAlert =
  'A step that was complete no longer is. Steps that had started by themselves were put back: please review them with Show all steps.'

/** [administration §2](docs/design/administration.md#2), screen 4; [reports §2.4](docs/design/reports.md#2.4). */
export const companyTemplateText =
  'This is the company’s property sales timeline. Review it before a branch is created: changes affect only data created afterwards.'
export const branchTemplateText =
  'These are the branch’s default timeline values, which every new property begins with. Changes affect only data created afterwards.'
