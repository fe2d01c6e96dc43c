// Imports only point down (CONTRIBUTING, "Map of folders"). Tests and builders are exempt.
const EXEMPT = '\\.(test|prove|suite)\\.tsx?$|\\.test-kit\\.tsx?$|^src/testing/|^src/backend/prove/|/testing/'

const folders = (...names) => `^src/(${names.join('|')})(/|\\.tsx?$)`

const PUBLIC = ['index', 'umd', 'react']
const PRODUCT = ['flows', 'pages']
const LEVEL_4 = ['parts', 'session', 'navigation']
const LEVEL_3 = ['ui', 'theme', 'i18n', 'feature']
const LEVEL_1 = ['contract', 'rules', 'entitlements', 'entities']
const SIDES = ['backend', 'preview', 'gallery', 'server', 'serve', 'cli']

const ABOVE_1 = ['http', ...LEVEL_3, ...LEVEL_4, ...PRODUCT, 'app', 'elements', ...PUBLIC]

const never = (name, comment, from, to, extra = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: EXEMPT, ...from },
  to: { ...extra, ...to },
})

module.exports = {
  forbidden: [
    never(
      'kernel-knows-nothing',
      'kernel/ is level 0: it imports nothing of ours.',
      { path: '^src/kernel/' },
      { path: '^src/', pathNot: '^src/kernel/' },
    ),
    never(
      'entities-are-types',
      'entities/ holds wire types: it may know the kernel only.',
      { path: '^src/entities/' },
      { path: '^src/', pathNot: folders('kernel', 'entities') },
    ),
    never(
      'level-1-stays-low',
      'contract/, rules/ and entitlements/ know the kernel, the entities and each other.',
      { path: folders('contract', 'rules', 'entitlements') },
      { path: '^src/', pathNot: folders('kernel', ...LEVEL_1) },
    ),
    never(
      'level-1-is-pure',
      'Level 1 is used by the backend and the server entry: no React, no store.',
      { path: folders('kernel', ...LEVEL_1) },
      { path: 'node_modules/(react|react-dom|zustand|immer|ky)/' },
    ),
    never(
      'http-stays-low',
      'http/ takes what it needs of the session as an interface.',
      { path: '^src/http/' },
      { path: '^src/', pathNot: folders('kernel', 'http', ...LEVEL_1) },
    ),
    never(
      'http-without-view-or-store',
      'http/ knows neither React nor the store.',
      { path: '^src/http/' },
      { path: 'node_modules/(react|react-dom|zustand)/' },
    ),
    never(
      'only-http-imports-ky',
      'ky is an implementation detail of http/.',
      { pathNot: `${EXEMPT}|^src/http/` },
      {
        path: 'node_modules/ky/',
      },
    ),
    never(
      'level-3-stays-low',
      'ui/, theme/, i18n/ and feature/ know nothing of sessions, parts, flows and pages.',
      { path: folders(...LEVEL_3) },
      { path: folders(...LEVEL_4, ...PRODUCT, ...SIDES, 'app', 'elements', ...PUBLIC) },
    ),
    never(
      'ui-without-store-and-api',
      'A component of the kit gets data and callbacks.',
      { path: '^src/ui/' },
      { path: ['^src/(http|contract)/', 'node_modules/(zustand|immer)/'] },
    ),
    never(
      'only-the-page-kit-imports-immer',
      'The portal’s pages change nested state through the kit; the login box goes without Immer.',
      { pathNot: `${EXEMPT}|^src/parts/page-kit/` },
      { path: 'node_modules/immer/' },
    ),
    never(
      'level-4-stays-low',
      'parts/, session/ and navigation/ know nothing of the flows and pages that use them.',
      { path: folders(...LEVEL_4) },
      { path: folders(...PRODUCT, ...SIDES, 'app', 'elements', ...PUBLIC) },
    ),
    never(
      'session-without-react',
      'Token life and navigation rules run without a view.',
      { path: '^src/(session|navigation)/' },
      { path: 'node_modules/(react|react-dom)/' },
    ),
    never(
      'product-stays-low',
      'Flows and pages are reached from app/, never the other way round.',
      { path: folders(...PRODUCT) },
      { path: folders(...SIDES, 'app', 'elements', ...PUBLIC) },
    ),
    never(
      'no-sibling-flow',
      'Two flows that share a need move it down to parts/.',
      { path: '^src/flows/([^/]+)/' },
      { path: '^src/(flows/(?!$1/)[^/]+/|pages/)' },
    ),
    never(
      'no-sibling-page',
      'Two pages that share a need move it down to parts/.',
      { path: '^src/pages/([^/]+)/' },
      { path: '^src/(pages/(?!$1/)[^/]+/|flows/)' },
    ),
    never(
      'app-below-elements',
      'app/ does not know how it is shown.',
      { path: '^src/app/' },
      {
        path: folders('elements', ...PUBLIC),
      },
    ),
    never(
      'elements-below-surface',
      'elements/ does not know the public surfaces.',
      { path: '^src/elements/' },
      {
        path: folders(...PUBLIC),
      },
    ),
    never(
      'backend-is-apart',
      'The backend shares level 0 and 1 with the client and nothing else.',
      { path: '^src/(backend|server)/' },
      { path: folders(...ABOVE_1, 'preview') },
    ),
    never(
      'adapters-behind-one-door',
      'PostgreSQL, argon2, mail and the like are imported by the two files that open a backend, to check settings by serve/ and its command, to change keys, and to compare other backends with the contract.',
      {
        path: '^src/',
        pathNot: `${EXEMPT}|^src/backend/((node|open-backend)\\.ts$|adapters/)|^src/serve/|^src/cli/(settings|keys|conformance)/`,
      },
      { path: '^src/backend/adapters/' },
    ),
    never(
      'backend-call-stays-low',
      'backend/call/ holds what http/ and domain/ share: types of a call, refusals, readers of input.',
      { path: '^src/backend/call/' },
      { path: '^src/backend/(http|domain|handlers|sample|adapters)/' },
    ),
    never(
      'backend-domain-below-http',
      'The rules of the backend know neither its handlers nor how requests arrive.',
      { path: '^src/backend/domain/' },
      { path: '^src/backend/(http|handlers|sample|adapters)/' },
    ),
    never(
      'handlers-audit-by-their-call',
      'A handler writes audit rows with `call.audit`, which knows the caller, the tenant and the impersonator.',
      { path: '^src/backend/handlers/' },
      { path: '^src/backend/domain/audit/audit\\.ts$' },
    ),
    never(
      'server-and-backend-apart',
      'The sealed-cookie session needs no backend, the backend no cookie of ours.',
      { path: '^src/server/' },
      { path: '^src/backend/' },
    ),
    never(
      'preview-in-the-browser',
      'Preview runs the backend over memory: no adapters, nothing of Node.',
      { path: '^src/preview/' },
      { path: '^src/backend/(adapters/|(node|open-backend)\\.ts$)' },
    ),
    never(
      'backend-stays-out-of-the-page',
      'Only preview mode carries the backend into a browser.',
      { path: '^src/', pathNot: `${EXEMPT}|^src/(backend|preview|serve|cli)/` },
      { path: '^src/backend/' },
    ),
    never(
      'serve-is-apart',
      'The production server and its command know nothing of the client; from the server entry they take how Node speaks HTTP.',
      { path: '^src/(serve|cli)/' },
      { path: folders(...ABOVE_1, 'preview') },
    ),
    never(
      'proof-is-declared',
      'A call declares when it needs a fresh proof, and its door asks for it (decision 91).',
      { path: '^src/', pathNot: `${EXEMPT}|^src/backend/http/edge\\.ts$` },
      { path: '^src/backend/domain/identity/access/fresh-proof\\.ts$' },
    ),
    never(
      'serve-below-cli',
      'The command starts the server, never the other way round.',
      { path: '^src/serve/' },
      { path: '^src/cli/' },
    ),
    {
      name: 'preview-is-lazy',
      comment: 'Preview mode is reached by dynamic import only.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${EXEMPT}|^src/(preview|gallery)/` },
      to: { path: '^src/preview/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'features-are-lazy',
      comment:
        'The index of a flow or page is data: view, slice and texts arrive with its chunk; the first screen is here.',
      severity: 'error',
      from: { path: '^src/(flows|pages)/([^/]+)/index\\.ts$', pathNot: '^src/flows/login/index\\.ts$' },
      to: { path: '^src/$1/$2/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'no-node-in-the-page',
      comment: 'Nothing that reaches a browser imports a module of Node.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: `${EXEMPT}|^src/(backend/((node|open-backend)\\.ts$|adapters/)|server/|serve/|cli/)`,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-circles',
      comment: 'Two modules that need each other, types included, are one module, or miss a third.',
      severity: 'error',
      from: { path: '^src/', pathNot: EXEMPT },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      // The Next.js demo has packages of its own, and `front-entry/…` is the release, which exists only after a build.
      from: { path: '^(src|cdn|demo-host)/', pathNot: '^demo-host/next/' },
      to: { couldNotResolve: true, pathNot: ['^https?://', 'cdn/\\d[\\d.]+/', '^front-entry/'] },
    },
    {
      name: 'tests-stay-tests',
      comment: 'Product code never imports a test or a builder.',
      severity: 'error',
      from: { path: '^src/', pathNot: EXEMPT },
      to: { path: EXEMPT },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'default', 'require'],
      mainFields: ['module', 'main', 'types'],
    },
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content' },
  },
}
