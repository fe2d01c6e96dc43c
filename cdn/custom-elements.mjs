/** What editors and documentation tools read (custom-elements.json, schema 1.0.0). */

const text = (name, description, extra = {}) => ({ name, description, type: { text: 'string' }, ...extra })

const APP_ATTRIBUTES = [
  text('app', 'Elements with the same name share one app.', { default: "'default'" }),
  text('base-url', 'URL of the identity API.'),
  text('client-id', 'Environment id.'),
  { name: 'preview', description: 'Preview mode: sample data, no request.', type: { text: "'true' | 'false'" } },
]

const PORTAL_ATTRIBUTES = [
  text('page', 'Page shown first, such as `users`.'),
  { name: 'open', description: 'Whether the dialog is open.', type: { text: "'true' | 'false'" } },
  { name: 'mode', description: 'In the page or over it.', type: { text: "'inline' | 'dialog'" }, default: "'inline'" },
]

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

const event = (name, description) => ({ name, description, type: { text: 'CustomEvent' } })

const ELEMENTS = [
  {
    tag: 'fe-login-box',
    className: 'LoginBoxElement',
    module: 'src/elements/login-box',
    description: 'Sign-in and the other account screens. Credential fields live in the light DOM.',
    attributes: APP_ATTRIBUTES,
    events: [event('fe-sign-in', 'A user signed in.'), event('fe-sign-out', 'The session ended.')],
  },
  {
    tag: 'fe-admin-portal',
    className: 'AdminPortalElement',
    module: 'src/elements/admin-portal',
    description: 'Self-service administration of the account.',
    attributes: [...APP_ATTRIBUTES, ...PORTAL_ATTRIBUTES],
    events: [event('fe-switch-tenant', 'The user changed to another tenant.')],
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
