import { contextOf, type Origins, type SetupFault, says } from '../../../src/testing/setup-fault.ts'
import { MARKUP_FAULTS, OPTION_FAULTS } from '../../../src/testing/setup-faults.ts'
import { version } from '../../scripts/project.mjs'
import { API_FAULTS } from './api-faults.ts'
import { isWhole } from './figures.ts'

const tag = (src: string, attributes = '') => `<script src="${src}" crossorigin="anonymous" ${attributes}></script>`
const loader =
  (attributes: string) =>
  ({ cdn }: Origins) =>
    tag(`${cdn}/${version}/fe.umd.js`, attributes)

const SCRIPT_FAULTS: readonly SetupFault[] = [
  {
    title: 'a wrong integrity of the script tag',
    scripts: loader(`integrity="sha384-${'A'.repeat(64)}"`),
    message: says(/Failed to find a valid digest in the 'integrity' attribute/),
  },
  {
    title: 'a version that does not exist',
    scripts: ({ cdn }) => tag(`${cdn}/9.9.9/fe.umd.js`),
    message: says(/Failed to load resource.*404.*9\.9\.9\/fe\.umd\.js/),
  },
  {
    title: 'two versions on one page',
    scripts: ({ cdn }) => tag(`${cdn}/${version}/fe.umd.js`) + tag(`${cdn}/6.175.0/fe.umd.js`),
    message: says(new RegExp(`loads Front Entry ${version} and 6.175.0. Keep one script tag`)),
  },
  {
    title: 'the loader as a module',
    scripts: loader('type="module"'),
    start: ({ api }) => `addEventListener('load', () => fe.init({ ${contextOf(api)} }))`,
    message: says(/needs a script tag with src; elsewhere use the ES module/),
  },
  {
    title: 'a call before the script has loaded',
    scripts: loader('defer'),
    message: says(/fe is not defined/),
  },
  {
    title: 'a policy without the script',
    policy: () => "script-src 'unsafe-inline'",
    message: says(/fe\.umd\.js' violates the following Content Security Policy directive/),
  },
  {
    title: 'a policy that lets the loader in but not its modules',
    policy: ({ cdn }) => `script-src 'unsafe-inline' ${cdn}/${version}/fe.umd.js`,
    message: says(/Front Entry could not be loaded from .*fe\.esm\.js/),
  },
  {
    title: 'a Trusted Types policy without that of Front Entry',
    policy: ({ cdn }) => `script-src 'unsafe-inline' ${cdn}; require-trusted-types-for 'script'; trusted-types app`,
    message: says(/Creating a TrustedTypePolicy named 'front-entry' violates .*trusted-types app/),
  },
  {
    title: 'hosted login with an unknown client ID',
    start: ({ api }) => `fe.init({ ${contextOf(api, 'production')}, hostedLoginBox: true }).login()`,
    message: says(/The application is not known here/),
  },
  {
    title: 'hosted login with a redirect URI that is not registered',
    start: ({ api }) =>
      `fe.init({ ${contextOf(api)}, hostedLoginBox: true, authOptions: { routes: { hostedLoginRedirectUrl: '/back' } } }).login()`,
    message: says(/redirect URI that is not registered/),
  },
]

const PAGE_FAULTS = [...OPTION_FAULTS, ...MARKUP_FAULTS]

export const SETUP_FAULTS: readonly SetupFault[] = [...API_FAULTS, ...PAGE_FAULTS, ...SCRIPT_FAULTS]

/**
 * Faults that this run opens. `src/elements/setup/seeded-faults.test.ts` checks all faults of options and markup that
 * need no page, so `npm run test:full` opens one of each kind, and `npm run prove` opens all.
 */
export const OPENED_FAULTS: readonly SetupFault[] = isWhole
  ? SETUP_FAULTS
  : SETUP_FAULTS.filter((fault) => fault.opened || !PAGE_FAULTS.includes(fault))
