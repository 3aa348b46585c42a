import { defineFields } from '../../fields/fields.ts'
import { mayContact } from '../../fields/may-contact.ts'
import { isViewingTime, viewingMinuteStep } from './viewings.rules.ts'

/** The fields of a viewing. */
export const viewingFields = defineFields({
  name: {
    kind: 'personName',
    label: 'Client',
    column: 'name',
    max: 160,
    ask: "the client's name",
    required: true,
    import: {
      title: 'Name',
      otherNames: ['Applicant', 'Applicant name', 'Buyer', 'Viewer', 'Client', 'Client name'],
      needed: true,
    },
  },
  when: {
    kind: 'day',
    label: 'Date',
    recordedAs: 'Day',
    column: 'viewed_on',
    required: true,
    import: {
      title: 'Day',
      otherNames: ['Viewing date', 'Viewed on', 'Appointment date', 'Date'],
      needed: true,
      mayBeFuture: true,
    },
  },
  time: {
    kind: 'time',
    label: 'Time',
    column: 'viewed_at',
    condition: [isViewingTime, `Enter a time in steps of ${viewingMinuteStep} minutes.`],
    import: { otherNames: ['Viewing time', 'Appointment time', 'Start time', 'Start'] },
  },
  notes: {
    kind: 'text',
    label: 'Feedback',
    column: 'notes',
    max: 2000,
    import: { otherNames: ['Viewing feedback', 'Notes', 'Comment', 'Comments'] },
  },
  email: {
    kind: 'email',
    label: 'E-mail',
    column: 'email',
    import: { otherNames: ['Applicant email', 'Buyer email'], after: 'tel' },
  },
  tel: { kind: 'tel', label: 'Telephone', column: 'tel', import: { otherNames: ['Applicant telephone', 'Buyer telephone'] } },
  mayContact,
})
