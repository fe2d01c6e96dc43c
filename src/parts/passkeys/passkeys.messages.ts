import { defineMessages } from '../../feature/messages.ts'

/** Keys below `privacy` are public: a host's localizations use them. */
export const passkeysMessages = defineMessages('adminPortal.privacy', {
  passkeysTitle: 'Passkeys',
  passkeysSetUpDescription:
    'Sign in with your fingerprint, face, screen lock or a security key in place of a password.',
  setUpPasskeys: 'Add a passkey',
  noPasskeysSetYet: 'No passkeys yet',
  noPasskeysText: 'A passkey cannot be guessed, reused or given away by mistake. Add one for this device.',
  disabledSetUpPasskeysTooltip: 'This browser or page cannot use passkeys.',
  passkeysLoading: 'Loading your passkeys',
  passkeysFailed: 'Your passkeys could not be loaded.',
  passkeysRetry: 'Try again',
  passkeysList: 'Your passkeys',
  passkeyPlatform: 'Passkey on a device',
  passkeyCrossPlatform: 'Security key or phone',
  passkeyAdded: 'Added',
  passkeyRemove: 'Remove {{name}}',
  passkeyStop: 'Cancel',
  passkeyAddedNotice: 'The passkey is added. You can sign in with it from now on.',
  passkeyRemovedNotice: 'The passkey is removed. It no longer signs you in.',
  deletePasskeyTitle: 'Remove this passkey?',
  deletePasskeyText:
    '“{{name}}” no longer signs you in here. Your other ways to sign in stay as they are; the entry on the device itself can be deleted there.',
  deletePasskeyConfirm: 'Remove passkey',
  deletePasskeyCancel: 'Keep it',
})

export type PasskeysTexts = (typeof passkeysMessages)['texts']
