import { defineMessages } from '../../../i18n/messages.ts'
import type { CeremonyCode } from '../../failure/ceremony-error.ts'

export const ceremonyMessages = defineMessages('custom.webauthn', {
  unsupported: 'Passkeys and security keys aren’t supported in this browser. Use another method.',
  cancelled: 'The request was canceled, timed out, or no matching passkey was found. Try again.',
  notCreated: 'The request was canceled or timed out. Try again.',
  stopped: 'The request was canceled. Try again.',
  timeout: 'The request timed out. Get your passkey or security key ready and try again.',
  alreadyRegistered: 'This device or security key is already set up. Use another one.',
  notRegistered: 'This device or security key isn’t set up for your account. Use another one.',
  wrongSite: 'Your passkeys don’t work on this domain. Open the usual URL and try again.',
  noVerification: 'This device can’t verify your identity. Set up a screen lock or PIN, or use another device.',
  noAlgorithm: 'This type of device or security key isn’t supported. Use another one.',
  otherRequest: 'Another request is already open. Finish or close it, then try again.',
  badAnswer: 'We couldn’t verify the response from your passkey or security key. Try again.',
  unknown: 'We couldn’t read your passkey or security key. Try again.',
} satisfies Record<CeremonyCode, string>)
