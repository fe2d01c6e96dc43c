import { defineMessages } from '../../../i18n/messages.ts'

export const stepUpDialogMessages = defineMessages('adminPortal.stepUp', {
  title: 'Confirm it’s you to continue',
  titleAddFactor: 'Confirm it’s you to add a second factor',
  titleAddPasskey: 'Confirm it’s you to add a passkey',
  titleRemovePasskey: 'Confirm it’s you to remove the passkey',
  titleChangePhone: 'Confirm it’s you to change your phone number',
  titleChangeEmail: 'Confirm it’s you to change your email',
  titleConnect: 'Confirm it’s you to connect this account',
  titleDisconnect: 'Confirm it’s you to disconnect this account',
  titleDeleteUser: 'Confirm it’s you to delete your user',
  titleDeleteTenant: 'Confirm it’s you to delete this account',
  titleMoveAccount: 'Confirm it’s you to move this account',
  titleCreateToken: 'Confirm it’s you to create an API token',
  titleUnlock: 'Confirm it’s you to unlock this user',
  titleRequireMfa: 'Confirm it’s you to change who needs a second factor',
  titleResetMfa: 'Confirm it’s you to reset two-factor authentication',
  starting: 'Loading',
  failedTitle: 'We couldn’t start the verification',
  retry: 'Try again',
  cancel: 'Cancel',
  titleChangePolicy: 'Confirm it’s you to change this security policy',
  titleChangeUser: 'Confirm it’s you to change this user',
  titleInvite: 'Confirm it’s you to invite an administrator',
  titleInviteLink: 'Confirm it’s you to change the invite link',
  titleExport: 'Confirm it’s you to export the audit log',
  titleWebhook: 'Confirm it’s you to save this webhook',
  confirmText: 'You signed in a while ago. Confirm it’s you before you change what protects this account.',
  signInText:
    'You signed in a while ago. Sign in again to continue. You’ll leave this page, so unsaved changes will be lost.',
  password: 'Password',
  passwordIsRequired: 'Enter your password',
  confirm: 'Confirm',
  usePasskey: 'Use passkey',
  signInAgain: 'Sign in again',
  noFactorText:
    'This action requires two-factor authentication, which isn’t set up for your account. Set it up on the Privacy page, then try again.',
  ssoText:
    'This action requires two-factor authentication. You can verify with your company’s sign-in. You’ll leave this page, so unsaved changes will be lost.',
  verifyWithSso: 'Verify with single sign-on',
})

export type StepUpDialogTexts = (typeof stepUpDialogMessages)['texts']
