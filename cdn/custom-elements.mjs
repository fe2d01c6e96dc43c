/** What editors and documentation tools read (custom-elements.json, schema 1.0.0). */

const text = (name, description, extra = {}) => ({ name, description, type: { text: 'string' }, ...extra })

const APP_ATTRIBUTES = [
  text('app', 'Elements with the same name share one app.', { default: "'default'" }),
  text('base-url', 'Address of the identity API.'),
  text('client-id', 'Environment id.'),
  { name: 'preview', description: 'Preview mode: sample data, no request.', type: { text: "'true' | 'false'" } },
]

const PORTAL_ATTRIBUTES = [
  text('page', 'Page shown first, such as `users`.'),
  { name: 'open', description: 'Whether the dialog is open.', type: { text: "'true' | 'false'" } },
  { name: 'mode', description: 'In the page or over it.', type: { text: "'inline' | 'dialog'" }, default: "'inline'" },
]

const event = (name, description) => ({ name, description, type: { text: 'CustomEvent' } })

const ELEMENTS = [
  {
    tag: 'fe-login-box',
    className: 'LoginBoxElement',
    module: 'src/elements/login-box',
    description: 'Sign-in and the other account screens. Credential fields live in the light DOM.',
    attributes: APP_ATTRIBUTES,
    events: [event('fe-sign-in', 'Somebody signed in.'), event('fe-sign-out', 'The session ended.')],
  },
  {
    tag: 'fe-admin-portal',
    className: 'AdminPortalElement',
    module: 'src/elements/admin-portal',
    description: 'Self-service administration of the account.',
    attributes: [...APP_ATTRIBUTES, ...PORTAL_ATTRIBUTES],
    events: [event('fe-switch-tenant', 'The person changed to another tenant.')],
  },
]

const declaration = ({ tag, className, description, attributes, events }) => ({
  kind: 'class',
  name: className,
  tagName: tag,
  customElement: true,
  superclass: { name: 'HTMLElement' },
  description,
  attributes,
  events,
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
