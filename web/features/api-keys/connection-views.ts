import type { ScreenViews } from '../../lib/screen-views.tsx'

/** Pages about a company's connections to other programs. */
export const connectionViews: ScreenViews = {
  label: 'Connections',
  views: [
    { label: 'Keys', path: '/company/connections' },
    { label: 'Webhooks', path: '/company/webhooks' },
    { label: 'Applications', path: '/company/applications' },
  ],
}
