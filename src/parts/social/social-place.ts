import { type BoxSettings, boxValues } from '../auth-card/brand.ts'

/** Key in local storage of the height of social sign-in above the form on this device, in pixels. */
export const SOCIAL_HEIGHT = 'fe-social-height'

/**
 * Returns whether `loginBox.socialLogins.socialLoginsLayout.placement` places social sign-in above the form; the
 * default is below.
 */
export const isSocialOnTop = (settings: BoxSettings): boolean =>
  boxValues(settings, 'socialLogins.socialLoginsLayout.placement').find(
    (place) => place === 'top' || place === 'bottom',
  ) === 'top'
