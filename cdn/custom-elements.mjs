// The manifest that editors and documentation tools read (custom-elements.json, schema 1.0.0).
import { themeTokens } from './theme-tokens.mjs'

/** Returns an attribute whose value is a string. */
const text = (name, description, extra = {}) => ({ name, description, type: { text: 'string' }, ...extra })

const APP_ATTRIBUTES = [
  text('app', 'Elements with the same name share one app.', { default: "'default'" }),
  text('base-url', 'URL of the identity API.'),
  text('client-id', 'Environment id.'),
  { name: 'preview', description: 'Preview mode: sample data, no request.', type: { text: "'true' | 'false'" } },
]

const OPENED_ATTRIBUTES = [
  { name: 'open', description: 'Whether the dialog is open.', type: { text: "'true' | 'false'" } },
  { name: 'mode', description: 'In the page or over it.', type: { text: "'inline' | 'dialog'" }, default: "'dialog'" },
]

const PORTAL_ATTRIBUTES = [
  ...OPENED_ATTRIBUTES,
  text('page', 'Page shown first, such as `users`.'),
  text('heading-level', 'Level of the page title, 1 to 5.', { default: '1 in a dialog, 2 inline' }),
]

const CHECKOUT_ATTRIBUTES = [...OPENED_ATTRIBUTES, text('plan-id', 'Id of the plan to buy.')]

const toProperty = (attribute) => attribute.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

/** Returns the properties of attributes: each attribute of these elements is also a property. */
const propertiesOf = (attributes) =>
  attributes.map(({ name, description, type }) => ({
    kind: 'field',
    name: toProperty(name),
    attribute: name,
    reflects: true,
    description,
    type: { text: type.text === "'true' | 'false'" ? 'boolean | undefined' : `${type.text} | undefined` },
  }))

const GATE_ATTRIBUTES = [
  text('app', 'Which app of the page decides.', { default: "'default'" }),
  text('permission', 'Permission keys, space-separated; all must be held, held keys may carry wildcards.'),
  text('roles', 'Role keys, space-separated; all must be held.'),
  text('role', 'The same as `roles`; ARIA has an attribute of this name too.'),
  text('feature', 'Feature keys, space-separated; the entitlement engine decides about each.'),
  {
    name: 'mode',
    description: 'What a closed gate does with its content.',
    type: { text: "'hide' | 'disable' | 'message'" },
    default: "'hide'",
  },
  text('custom-attributes', 'JSON object of attributes that rules of features may look at.'),
  {
    name: 'explain',
    description: 'Shows developers why, on localhost or with the option `explain`.',
    type: { text: 'boolean' },
  },
]

const event = (name, description) => ({
  name,
  description,
  type: { text: `FeEventMap['${name}']` },
})

/** Returns the event before the action, where `preventDefault()` stops it, and the one after it. */
const around = (action, before, after) => [event(`fe-before-${action}`, before), event(`fe-${action}`, after)]

const ERROR = event('fe-error', 'A chunk did not load, a part could not be drawn, or the element could not start.')

const RECORDS = [
  'user',
  'role',
  'group',
  'api-token',
  'webhook',
  'sso-connection',
  'provisioning-connection',
  'sub-account',
  'session',
  'policy',
  'profile',
  'account',
]

const RECORD_EVENTS = RECORDS.flatMap((record) =>
  ['create', 'update', 'delete'].flatMap((action) =>
    around(`${action}-${record}`, `The user asked to ${action} this.`, `The ${action} is done.`),
  ),
)

const SIGN_OUT = around('sign-out', 'The user asked to sign out.', 'The session ended.')
const STEP_UP = around('step-up', 'The user is about to confirm their identity.', 'The user confirmed their identity.')
const ENTITLEMENTS = event(
  'fe-entitlements-change',
  'Features, plans or permissions of the user are loaded or changed.',
)

const MEANING_OF_PART = {
  alert: 'A message about the whole form or page.',
  avatar: 'The picture or initials of a user or account.',
  badge: 'A short state, such as “Active”.',
  box: 'The login box with what is around its card.',
  brand: 'The row of the logo above a card.',
  button:
    'Every button; `button-primary`, `button-secondary`, `button-ghost` and `button-danger` name one kind of them.',
  card: 'The card of a screen or of a group of settings.',
  'command-bar': 'The dialog that finds pages, records and commands.',
  dialog: 'A dialog in the middle of the page.',
  drawer: 'The details of a record at the side of the page.',
  factor: 'One way to confirm a sign-in.',
  field: 'A label with its input and message.',
  framed: 'The notice in a frame whose page is not allowed to show the element.',
  'icon-button': 'A button with an icon alone.',
  input: 'A text input.',
  label: 'The label of a field.',
  logo: 'The logo above a card.',
  menu: 'The list of a menu button.',
  message: 'The hint or error below an input.',
  plan: 'One plan.',
  portal: 'The portal with its navigation.',
  table: 'A table of records.',
  text: 'The text below the title of a card.',
  title: 'The title of a card.',
  toast: 'A message that leaves by itself.',
}

const parts = (names) => names.split(' ').map((name) => ({ name, description: MEANING_OF_PART[name] }))

const CARD_PARTS = 'alert brand button card framed logo text title'
const FORM_PARTS = `${CARD_PARTS} field icon-button input label message`

const ELEMENTS = [
  {
    tag: 'fe-login-box',
    className: 'LoginBoxElement',
    module: 'src/elements/login-box',
    description: 'Sign-in and the other account screens. Credential fields live in the light DOM.',
    attributes: APP_ATTRIBUTES,
    members: propertiesOf(APP_ATTRIBUTES),
    events: [
      ...around('sign-in', 'A user is about to sign in.', 'A user signed in.'),
      ...around('sign-up', 'A user is about to create an account.', 'A user created an account.'),
      ...SIGN_OUT,
      ...STEP_UP,
      event('fe-user-verified', 'An account was proven to belong to its email address.'),
      ENTITLEMENTS,
      ERROR,
    ],
    cssParts: parts(`${FORM_PARTS} box factor`),
  },
  {
    tag: 'fe-admin-portal',
    className: 'AdminPortalElement',
    module: 'src/elements/admin-portal',
    description: 'Self-service administration of the account.',
    attributes: [...APP_ATTRIBUTES, ...PORTAL_ATTRIBUTES],
    members: propertiesOf([...APP_ATTRIBUTES, ...PORTAL_ATTRIBUTES]),
    events: [
      ...around('switch-tenant', 'The user chose another tenant.', 'The user changed to another tenant.'),
      ...SIGN_OUT,
      ...STEP_UP,
      ...RECORD_EVENTS,
      ENTITLEMENTS,
      ERROR,
    ],
    cssParts: parts(`${FORM_PARTS} avatar badge command-bar dialog drawer factor menu portal table toast`),
  },
  {
    tag: 'fe-checkout',
    className: 'CheckoutElement',
    module: 'src/elements/checkout',
    description: 'Buys a plan for the active account: card, price, confirmation.',
    attributes: [...APP_ATTRIBUTES, ...CHECKOUT_ATTRIBUTES],
    members: propertiesOf([...APP_ATTRIBUTES, ...CHECKOUT_ATTRIBUTES]),
    events: [...around('checkout', 'The user is about to buy the plan.', 'The plan was bought.'), ERROR],
    cssParts: parts(`${FORM_PARTS} dialog`),
  },
  {
    tag: 'fe-pricing-table',
    className: 'PricingTableElement',
    module: 'src/elements/pricing-table',
    description: 'The plans that the vendor publishes. Choosing one leads to sign-up or to the checkout.',
    attributes: APP_ATTRIBUTES,
    members: propertiesOf(APP_ATTRIBUTES),
    events: [...around('choose-plan', 'A plan is about to be chosen.', 'A plan was chosen.'), ERROR],
    cssParts: parts(`${CARD_PARTS} badge plan`),
  },
  {
    tag: 'fe-gate',
    className: 'GateElement',
    module: 'src/elements/gate',
    description:
      'Content for those it is meant for. Once it has decided, `data-state` is `open` or `closed`. A `<template>` inside is put into the page only while the gate is open. The server must check again.',
    attributes: GATE_ATTRIBUTES,
    events: [],
    members: [
      {
        kind: 'field',
        name: 'customAttributes',
        description: 'The same as `custom-attributes`, as an object; it wins.',
        type: { text: 'Record<string, string | number | boolean | Date> | undefined' },
      },
    ],
    slots: [
      { name: '', description: 'What is shown when everything that is asked for is held.' },
      { name: 'fallback', description: 'Shown instead; with `mode="disable"`, beside it.' },
    ],
    cssParts: [
      { name: 'message', description: 'The words of `mode="message"`.' },
      { name: 'explain', description: 'The fold for developers.' },
    ],
  },
]

/** Returns the CSS properties: every element except a gate accepts all tokens. */
const cssProperties = () =>
  themeTokens().map(({ name, value, meaning }) => ({ name, default: value, description: meaning }))

const declaration = ({ tag, className, description, attributes, events, members, slots, cssParts }) => ({
  kind: 'class',
  name: className,
  tagName: tag,
  customElement: true,
  superclass: { name: 'HTMLElement' },
  description,
  attributes,
  events,
  ...(members && { members }),
  ...(slots && { slots }),
  ...(cssParts && { cssParts }),
  ...(tag !== 'fe-gate' && { cssProperties: cssProperties() }),
})

export const customElementsManifest = () => ({
  schemaVersion: '1.0.0',
  readme: 'README.md',
  modules: [
    {
      kind: 'javascript-module',
      path: 'fe.esm.js',
      declarations: ELEMENTS.map(declaration),
      exports: ELEMENTS.map(({ tag, className }) => ({
        kind: 'custom-element-definition',
        name: tag,
        declaration: { name: className, module: 'fe.esm.js' },
      })),
    },
  ],
})
