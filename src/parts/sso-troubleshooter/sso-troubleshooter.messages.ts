import { defineMessages } from '../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const troubleshooterMessages = defineMessages('adminPortal.ssoTroubleshooter', {
  intro: 'Paste what your identity provider shows or sends. It’s checked in this browser and never leaves the page.',
  inputLabel: 'SAML response, metadata, certificate, or discovery URL',
  inputHint: 'You can also drop a file here.',
  chooseFile: 'Choose file',
  check: 'Check',
  clear: 'Clear',
  fileTooLarge: 'This file is too large. Choose one below 300 KB.',
  kindResponse: 'SAML response',
  kindMetadata: 'SAML metadata',
  kindCertificate: 'Certificate',
  kindDiscovery: 'OpenID Connect discovery document',
  kindUrl: 'OpenID Connect URL',
  kindUnknown: 'Unknown content',
  resultTitle: { one: '{{kind}}: {{count}} problem found', other: '{{kind}}: {{count}} problems found' },
  noProblemTitle: '{{kind}}: no problems found',
  noProblemText: 'If sign-ins still fail, check that you pasted a recent response of a failed sign-in.',
  found: 'Found',
  expected: 'Expected',
  userTitle: 'User in this response',
  userEmail: 'Email',
  userName: 'Name',
  userGroups: 'Groups',
  userNone: 'Not sent',
  userFrom: 'from {{attribute}}',
})

export type TroubleshooterTexts = (typeof troubleshooterMessages)['texts']
