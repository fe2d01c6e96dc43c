import { ALL_SETTINGS, type SettingValues } from '../settings/all-settings.ts'
import { DEFINITIONS, type Schema } from '../settings/schema.ts'
import { SECTION_KINDS, SECTION_NAMES, type SectionName } from './kinds.ts'

/** Fields that are stored and not part of the file. */
type StoredOnly = 'clientId' | 'secretReference'

type FieldTexts<Name extends SectionName> = {
  readonly [field in Exclude<keyof SettingValues[(typeof SECTION_KINDS)[Name]], StoredOnly>]-?: string
}

const section = <Fields>(description: string, fields: Fields) => ({ description, fields })

/** Describes each section and its fields, in the order of the file. */
const TEXTS: { readonly [name in SectionName]: ReturnType<typeof section<FieldTexts<name>>> } = {
  application: section('The application, as users know it', {
    name: 'Name in emails, in authenticator apps and in the login box',
    logo: 'URL of the logo',
    icon: 'URL of the icon',
    whiteLabelMode: 'Whether the portal hides the name of this product',
  }),
  portal: section('Login box and portal', {
    theme: 'Theme of the first generation',
    themeV2: 'Theme of login box and portal',
    navigation: 'Visibility of each page: always, byPermissions or hidden',
    localizations: 'Texts in place of those of the product',
    integrations: 'Tag manager',
  }),
  featureFlags: section('Flags of login box and portal', {}),
  waysToSignIn: section('Ways to sign in that the login box shows', {
    mainAuthStrategies: 'Ways of the first screen',
    secondaryAuthStrategies: 'Further ways, such as passkeys',
  }),
  mfaStrategies: section('Second factors that users can enroll', {
    strategies: 'Each factor, and whether it is offered',
  }),
  signInPolicy: section('Sign-up, and how users and machines sign in', {
    allowSignups: 'Whether visitors can sign up',
    allowNotVerifiedUsersLogin: 'Whether users can sign in before they prove their email',
    apiTokensEnabled: 'Whether API tokens can be made',
    forcePermissions: 'Whether clients must enforce permissions',
    authStrategy: 'The way to sign in; NoLocalAuthentication leaves providers alone',
    machineToMachineAuthStrategy: 'The kind of API tokens that the portal offers',
  }),
  socialProviders: section('Social providers that users sign in with', {
    providers: 'The vendor’s client at each provider',
  }),
  customSocialProviders: section('Providers that the vendor adds', {
    providers: 'OpenID Connect by issuer, else OAuth 2.0',
  }),
  captcha: section('Captcha at sign-in, sign-up and password reset', {
    enabled: 'Whether it is on; a captcha without a service refuses everyone',
    siteKey: 'Key of the widget',
    verifyUrl: 'The `siteverify` call of reCAPTCHA, hCaptcha or Turnstile',
    secret: 'Secret of that call',
    minScore: 'Least score of a check without a question',
  }),
  rememberDevice: section('Browsers that skip the second factor for a while', {
    isAllowed: 'Whether users can remember a browser',
    seconds: 'How long, in seconds',
  }),
  mfaPolicy: section('The least that accounts demand: who needs a second factor', {
    enforceMFAType: 'Every user, every user but those of SAML, or no one',
  }),
  lockoutPolicy: section('The least that accounts demand: lockout after failed sign-ins', {
    enabled: 'Whether failed sign-ins lock a user',
    maxAttempts: 'Failed sign-ins before that',
  }),
  passwordHistory: section('The least that accounts demand: passwords that can’t be reused', {
    enabled: 'Whether earlier passwords are refused',
    historySize: 'How many of them',
  }),
  passwordRules: section('Rules for new passwords', {
    allowPassphrases: 'Whether a long password needs no mix of characters',
    minLength: 'Least number of characters',
    maxLength: 'Greatest number of characters',
    minPhraseLength: 'Characters of a passphrase',
    minOptionalTestsToPass: 'How many of lower case, upper case, digits and special characters',
  }),
  sessionLimits: section('The least that accounts demand: when sessions end', {
    sessionTimeoutConfiguration: 'After this many seconds',
    sessionIdleTimeoutConfiguration: 'After this many seconds without use',
    sessionConcurrentConfiguration: 'Beyond this many sessions of a user',
  }),
  emailDomains: section('Email domain restrictions of accounts that set none', {
    active: 'Whether the account’s list applies',
    listType: 'The list that applies',
    blockPublicDomains: 'Whether domains where anyone gets an email are refused',
  }),
  inviteLinks: section('Invite links of accounts that set none', {
    tenantInvitationsAllowed: 'Whether accounts can have an invite link',
    emailsEnabled: 'Whether invited users get an email',
  }),
  temporaryUsers: section('Temporary users of accounts that set none', {
    enabled: 'Whether users can be invited for a time',
  }),
  groups: section('Groups of accounts that set none', {
    enabled: 'Whether accounts can use groups',
    rolesEnabled: 'Whether groups give roles',
  }),
  apiTokens: section('Lifetime of API tokens in accounts that set none', {
    mustExpire: 'Whether a token must have an end',
    maxLifetimeMinutes: 'Greatest lifetime in minutes; null is no limit',
  }),
  entitlements: section('Features, and the plans they are sold in', {
    features: 'Each feature with the permissions that need it',
    plans: 'Each plan with its features and limits',
  }),
  defaultPlan: section('The plan of accounts that have none', {
    planId: 'ID of a plan of entitlements',
    expireTime: 'When it ends, in milliseconds since 1970; -1 is never',
    extras: 'Further features',
  }),
  billing: section('Prices, and what customers do by themselves', {
    seller: 'Name and postal address on invoices',
    plans: 'Price of each plan',
    comparedFeatures: 'Features by which public plans are compared',
    defaultPlanId: 'The plan of accounts that pay for none',
    trialEnd: 'What a trial without a card becomes',
    allowPlanDowngrade: 'Whether customers can choose a cheaper plan',
    allowPlanCancellation: 'Whether customers can cancel',
  }),
}

/** Returns the schema of a section, whose fields are all optional; a missing field has its default. */
export const sectionSchema = (name: SectionName): Schema => {
  const { schema, default: initial } = ALL_SETTINGS[SECTION_KINDS[name]]
  const { description, fields } = TEXTS[name]
  const described = Object.entries<string>(fields).map(([field, text]) => [
    field,
    { ...schema.properties?.[field], description: text },
  ])
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(described) }),
    description,
    default: initial,
  }
}

const properties: Readonly<Record<string, Schema>> = {
  $schema: { type: 'string' },
  ...Object.fromEntries(SECTION_NAMES.map((name) => [name, sectionSchema(name)])),
}

/** Describes the whole file, for its validation and for editors. */
export const VENDOR_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'front-entry.vendor.json',
  type: 'object',
  properties,
  additionalProperties: false,
  $defs: DEFINITIONS,
} as const
