import { type BoxSettings, boxValues } from '../auth-card/box-values.ts'

/** In local storage: how much space social sign-in took above the form on this device, in pixels. */
export const SOCIAL_HEIGHT = 'fe-social-height'

/** Where `loginBox.socialLogins.socialLoginsLayout.placement` has social sign-in: above the form, or below it by default. */
export const isSocialOnTop = (settings: BoxSettings): boolean =>
  boxValues(settings, 'socialLogins.socialLoginsLayout.placement').find(
    (place) => place === 'top' || place === 'bottom',
  ) === 'top'
