const page = (link, text) => ({ text, link: `/${link}` })
const guide = (name, text) => page(`guides/${name}`, text)
const reference = (name, text) => page(`reference/${name}`, text)

/** The pages in the order in which a reader needs them. Pages of the API are linked from its index. */
export const SIDEBAR = [
  {
    text: 'Start',
    items: [page('index', 'Overview'), page('tutorial', 'Ten-minute tutorial'), page('playground', 'Playground')],
  },
  {
    text: 'On your page',
    items: [
      guide('embed', 'Embed'),
      guide('frameworks', 'Frameworks'),
      guide('routes', 'Routes'),
      guide('portal', 'Admin portal'),
      guide('hosted-login', 'Hosted login'),
      guide('step-up', 'Step-up'),
      guide('gates', 'Gates'),
      guide('billing', 'Billing'),
      guide('server-rendering', 'Server rendering'),
      guide('theme', 'Theme'),
      guide('texts', 'Texts'),
      guide('csp', 'Content Security Policy'),
      guide('troubleshooting', 'When something goes wrong'),
      guide('migration', 'Move from the vendor’s package'),
    ],
  },
  {
    text: 'On your server',
    items: [
      guide('production', 'Production'),
      guide('deploy', 'Deploy'),
      guide('messages', 'Messages'),
      guide('operations', 'Operations'),
      guide('vendor-settings', 'Vendor settings'),
      guide('scaling', 'Scaling'),
      guide('upgrade', 'Upgrade'),
      guide('own-backend', 'Your own backend'),
    ],
  },
  {
    text: 'Reference',
    items: [
      reference('options', 'Options'),
      reference('methods', 'Methods'),
      reference('events', 'Events'),
      reference('elements', 'Elements'),
      reference('theme-tokens', 'Theme tokens'),
      reference('texts-login-box', 'Texts: login box'),
      reference('texts-admin-portal', 'Texts: admin portal'),
      reference('texts-other-elements', 'Texts: other elements'),
      reference('package', 'front-entry'),
      reference('react', 'front-entry/react'),
      reference('server', 'front-entry/server'),
      reference('engine', 'front-entry/entitlements'),
      reference('commands', 'Commands'),
      reference('settings', 'Settings'),
      reference('vendor-settings', 'Vendor settings'),
      reference('error-codes', 'Error codes'),
      reference('api/', 'API'),
    ],
  },
  {
    text: 'About',
    items: [
      page('accessibility', 'Accessibility'),
      page('security', 'Security'),
      page('support', 'Support'),
      page('changelog', 'Changelog'),
    ],
  },
]
