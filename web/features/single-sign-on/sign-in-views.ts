import type { ScreenViews } from '../../lib/screen-views.tsx'

/** The pages of the sign-in settings. */
export const signInViews: ScreenViews = {
  label: 'Sign-in',
  views: [
    { label: 'Second factor', path: '/company/sign-in' },
    { label: 'Single sign-on', path: '/company/single-sign-on' },
  ],
}
