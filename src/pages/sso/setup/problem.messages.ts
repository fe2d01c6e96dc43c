import { defineMessages } from '../../../i18n/messages.ts'

/** Explains why a test failed, and what to change where. Hosts override these texts by key. */
export const problemMessages = defineMessages('adminPortal.sso.problem', {
  unknown: 'The response couldn’t be verified. Check the settings of the application in {{provider}}.',
  noResponse: 'No response arrived. Check “{{acs}}” in {{provider}}: it must be {{acsValue}}.',
  unreadable: 'The response isn’t a readable SAML response. Check the signature settings in {{provider}} (RSA-SHA256).',
  signature:
    'The signature doesn’t match the certificate. Copy the current signing certificate from {{provider}} to the Connect step, or read the metadata again.',
  status:
    '{{providerFirst}} refused the sign-in ({{detail}}). Assign the user to the application, and check its settings.',
  destination: 'The response was sent for {{detail}}. In {{provider}}, set “{{acs}}” to {{acsValue}}.',
  inResponseTo: 'The response belongs to another sign-in. Close other sign-in windows of {{provider}}, and test again.',
  issuer:
    'The response came from {{detail}}, which isn’t the entity ID in the Connect step. Read the metadata of the right application.',
  audience: 'The response is for {{detail}}. In {{provider}}, set “{{entity}}” to {{entityValue}}.',
  time: 'The response isn’t valid at this time. Check the clock of {{provider}}.',
  age: 'The response is too old or from the future. Check the clock of {{provider}}.',
  confirmation: 'The response isn’t addressed to this application. In {{provider}}, set “{{acs}}” to {{acsValue}}.',
  encryption: 'The assertion isn’t encrypted, but this connection requires it. Turn on encryption in {{provider}}.',
  oldSignIn:
    'The user signed in to {{provider}} before this sign-in was started. {{providerFirst}} must ask for it again.',
  unsigned:
    'The response isn’t signed. In {{provider}}, turn on signing of the assertion or of the response (RSA-SHA256).',
  algorithm:
    'The response is signed in a way that isn’t accepted, such as with SHA-1. In {{provider}}, choose RSA-SHA256.',
  groupsElsewhere:
    'A user signed in, but {{provider}} left out their groups because there are too many. Their roles stayed as they were. In {{provider}}, send only the groups that are assigned to the application.',
  groupsSealed:
    'A user signed in, but attributes of the response are encrypted for another key, or more than 50 are encrypted, so the user’s groups are unknown. Their roles stayed as they were. In {{provider}}, read the metadata of this connection again, or encrypt the whole assertion instead.',
  tooManyValues:
    'The response names more than 5,000 groups. In {{provider}}, send only the groups that are assigned to the application.',
  subject: 'The response names no user. In {{provider}}, send the email as “Name ID”.',
  email:
    'The response has no email. In {{provider}}, add an attribute “email” with the user’s email under “{{attributes}}”.',
  mappedEmail:
    'The response has no email in the attribute “{{detail}}”, which is mapped to the email. In {{provider}}, add “{{detail}}” under “{{attributes}}”, or change the mapping in the SAML settings.',
  emailUnverified: '{{providerFirst}} says that {{detail}} isn’t verified. Verify the email there.',
  emailDomain:
    'The user’s email is at {{detail}}, which isn’t a domain of this connection. Add it in the Domains step.',
  domainRestricted:
    'New users with an email at {{detail}} aren’t accepted here. Change the email domain restrictions on the Security page, or test with another user.',
  otherAccount:
    '{{detail}} belongs to a user of another account. Verify the domain of this email in the Domains step, or test with another user.',
  locked: '{{detail}} is locked. Unlock the user on the Users page, or test with another user.',
  deactivated:
    'Your directory has deactivated {{detail}}. Activate the user in the directory, or test with another user.',
  accessEnded:
    'The temporary access of {{detail}} has ended. Make the user permanent on the Users page, or test with another user.',
  deletionPending:
    '{{detail}} will be deleted soon. The user can restore it with the link we emailed them. You can also test with another user.',
  denied: '{{providerFirst}} declined the sign-in ({{detail}}). Assign the user to the application there.',
  client:
    '{{providerFirst}} doesn’t accept the client ID or client secret ({{detail}}). Copy both again to the Connect step.',
  redirect: 'The redirect URI doesn’t match. In {{provider}}, set “Redirect URI” to {{acsValue}}.',
  grant:
    '{{providerFirst}} didn’t accept the authorization code ({{detail}}). Turn on the grant type “Authorization Code”.',
  idToken: 'The ID token couldn’t be verified ({{detail}}). Check the issuer URL in the Connect step.',
  provider: '{{detail}}',
  unreachable: 'We couldn’t reach {{provider}}. Check the issuer URL in the Connect step, and try again.',
})

export type ProblemTexts = (typeof problemMessages)['texts']
