import { defineMessages } from '../../i18n/messages.ts'

/** Keys below `privacy` are public: a host's localizations use them. */
export const passkeysMessages = defineMessages('adminPortal.privacy', {
  passkeysTitle: 'Passkeys',
  passkeysSetUpDescription: 'Sign in with your fingerprint, face, screen lock, or security key instead of a password.',
  setUpPasskeys: 'Add passkey',
  noPasskeysSetYet: 'No passkeys yet.',
  disabledSetUpPasskeysTooltip: 'Passkeys aren’t supported in this browser.',
  passkeysLoading: 'Loading your passkeys',
  passkeysFailed: 'We couldn’t load your passkeys',
  passkeysRetry: 'Try again',
  passkeysList: 'Your passkeys',
  passkeyPlatform: 'Passkey on a device',
  passkeyCrossPlatform: 'Security key or phone',
  passkeyAdded: 'Added {{date}}',
  passkeyRemove: 'Remove {{name}}',
  passkeyUsed: 'Last used {{date}}',
  passkeyRemoveShort: 'Remove',
  passkeyRename: 'Rename {{name}}',
  passkeyRenameTitle: 'Rename “{{name}}”',
  passkeyRenameShort: 'Rename',
  passkeyRenameLabel: 'Name',
  passkeyRenameHint: 'Leave empty to use the default name.',
  passkeyRenameSubmit: 'Save',
  passkeyRenamedNotice: 'Name saved',
  passkeyStop: 'Cancel',
  passkeyAddedNotice: 'Passkey added',
  passkeyRemovedNotice: 'Passkey removed',
  deletePasskeyTitle: 'Remove “{{name}}”?',
  deletePasskeyText: 'You won’t be able to sign in with “{{name}}” anymore. You can delete it from your device too.',
  deletePasskeyConfirm: 'Remove “{{name}}”',
  deletePasskeyCancel: 'Cancel',
})

export type PasskeysTexts = (typeof passkeysMessages)['texts']
