// Assigns modules of the browser build to chunks (src/decisions/0001).
import { join, relative, sep } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'
import { BROWSER_ENTRY, CORE_ENTRY, CORE_FILE, PORTAL_PATH } from './entries.mjs'

export const sourcePath = (id) => relative(root, id).split(sep).join('/')

/**
 * Returns the chunk name: `src/pages/users/users.view.tsx` → `page-users`, `src/elements/login-box/x.tsx` →
 * `elements-login-box`.
 */
const featureName = (id) => {
  const [, area, feature] =
    /^src\/(flows|pages|parts|elements|preview|gallery)\/(?:([^/]+)\/)?/.exec(sourcePath(id)) ?? []
  if (area === 'preview' || area === 'gallery') return area
  return feature ? `${area === 'elements' ? area : area.slice(0, -1)}-${feature}` : undefined
}

/** Returns the name of a chunk that other chunks also import, and that no single module represents. */
const nameOfShared = (name) => name.replace(/\W+/g, '-')

const CORE = 'core'

/**
 * Matches a page, the portal's frame or the backend of preview: each names its chunk, even after small modules were
 * merged into it.
 */
const PAGE = /\/pages\/([\w-]+)\/\1\.view\.tsx$|\/shell\/shell\.tsx$|\/preview-backend\.ts$/

export const chunkName = ({ facadeModuleId, moduleIds, name }) => {
  if (name === CORE) return CORE_FILE
  const feature = facadeModuleId ?? moduleIds.find((id) => PAGE.test(id))
  return `chunks/${(feature && featureName(feature)) || nameOfShared(name)}-[hash:7].js`
}

/** Named chunks; modules that match no pattern are assigned to the kits below and by Rollup. */
const NAMED = [
  // The portal and gates need the few lines that check a permission without the engine. The calls of start-up are shared
  // with later steps, whose kits would otherwise load before the first request.
  [CORE, /^src\/(contract\/(endpoint|portal|session)|feature\/settings|rules\/permission)\.ts$/],
  // Loaded when the host enables entitlements; the engine, including its patterns, has its own budget.
  ['entitlement-engine', /^src\/entitlements\/(?!explain)/],
  ['entitlements', /^src\/(contract\/entitlements|app\/entitlements\/service)\.ts$/],
  // The explanations, loaded when a developer requests one or replaces texts on localhost.
  ['explain', /^src\/(entitlements\/explain|app\/(entitlements\/explain|text-advice)|i18n\/text-keys)\.ts/],
  // Imports and exports open after their page.
  ['csv', /^src\/parts\/csv\/(member-rows|save-csv)\.ts$/],
  // Modules that the subscription page and the checkout share.
  ['billing', /^src\/(parts\/(billing|card-form)\/|elements\/checkout\/show-checkout\.ts$)/],
  // A page with its own theme loads it without the warning of idle limits, which uses it too.
  ['create-theme', /^src\/theme\/create-theme\.ts$/],
  // Names of time zones that other clients send. Rollup would merge them with small modules that administrators load.
  ['time-zones', /^src\/backend\/domain\/base\/(listed|windows)-zones\.ts$/],
  // Second-factor modules of the sign-in and the privacy page; Rollup would merge them with small modules of other
  // pages.
  ['mfa-kit', /^src\/parts\/mfa\/(mfa\.css|qr\/qr-code\.tsx)$/],
  // The idle watch starts with the session. Its warning dialog needs the portal's kit and loads only when a warning is
  // due. Ending a session at a provider takes too little code for a chunk of its own, which costs a hash in the loader.
  ['part-idle', /^src\/(parts\/(idle\/idle-watch|federation\/provider-logout)|app\/watch-limits)\.ts$/],
  ['security-forms', /^src\/(pages\/security\/form|parts\/policy-guard)\//],
  // Modules that few pages load, for developers or old browsers.
  ['option-advice', /^src\/(app\/option-advice|elements\/old-browser-elements)\.ts$/],
  // Each page is a few lines around the same part.
  ['page-api-tokens', /^src\/pages\/(personal-)?api-tokens\/[\w-]+\.view\.tsx$/],
  // A page that requires step-up redirects to the screen of step-up, on the same page or another.
  ['flow-step-up', /^src\/(flows\/step-up\/step-up\.view\.tsx|app\/go-step-up\.ts)$/],
  // Two screens without a form that use up the token of a link.
  ['flow-magic-link', /^src\/flows\/(magic-link\/magic-link|impersonate\/impersonate)\.view\.tsx$/],
  // Pages of emailed links share the code that reads a link before it is used; the steps of signing in don't need it.
  [
    'flow-mailed-links',
    /^src\/(parts\/mailed-link|flows\/(accept-invitation|activate-account)\/(?!index)|flows\/forgot-password\/(?!index))/,
  ],
  // Pages made of cards share these modules, and so do pages with tabs or members to pick; the first page needs none.
  [
    'card-kit',
    /^src\/(parts\/(access-check\/access-check-result|card-list|form-card|group-roles|line-form|page-bodies|part-failure|picture\/read-picture|save-bar|sessions\/use-device-facts|user-picker)|ui\/(scroll-row|tabs|textarea))\b/,
  ],
  // The first page's dialogs load once the page is idle. Those of invitations, which need the rules of phone numbers, load
  // with the actions that they call. The page comes first here, because a chunk also gets the modules that its own
  // modules import, unless an earlier chunk has them.
  ['page-users', /^src\/pages\/users\/users\.view\.tsx$/],
  ['users-dialogs', /^src\/pages\/users\/dialogs\/users-dialogs\.tsx$/],
  [
    'users-actions',
    /^src\/pages\/users\/(dialogs\/(invite-dialog|invitation-dialogs)\.tsx|users\.(invite-form|rare-actions)\.ts)$/,
  ],
  // Hosted login needs no other calls of the portal.
  ['flow-rules', /^src\/contract\/authorization\.ts$/],
  // Every visitor who isn't signed in loads the first step with its options: together they are one request.
  ['sign-in', /^src\/flows\/login\/(sign-in\/(?!sso-url)|sign-in-options\/|sso-button)/],
  // Forms of a new password, which signing in doesn't need.
  ['new-password', /^src\/parts\/new-password\//],
  // Small parts of that step and of later ones, which would otherwise be merged with modules of other pages, and the rules
  // of sign-ins at providers, which the preview's handlers would load if they were among the rules of flows.
  [
    'flow-kit',
    /^src\/(parts\/(direct-action|last-used|passkeys\/(ceremony|register-passkey)|failure\/ceremony-error)|flows\/login\/sign-in\/sso-url|rules\/pending-flows)/,
  ],
  ['part-social', /^src\/parts\/social\/(brand-mark|social(-list|-url|\.\w+))\./],
  // The list of countries is large.
  ['phone', /^src\/parts\/phone\/(?!phone-dialog)/],
  // Small rules that a page or its dialogs share with the preview's handlers: Rollup would merge them with modules that
  // render other pages, and the handlers would load those.
  [
    'page-rules',
    /^src\/(kernel\/random-id|rules\/(csv|email-domain|invoice-rows|money|plan-downgrade|policy-limits|postal-address|saml-attributes|saml-step-up|security-score|slack-return))\.ts$/,
  ],
  // This chunk has the portal's frame and the modules that every page of records needs, including Immer. The login box
  // never loads it (src/decisions/0009). Rules that pages and the preview's handlers share are here too: if they were
  // in a page's chunk, the handlers would load that page.
  [
    'portal-kit',
    /^(src\/(elements\/admin-portal\/shell\/shell\.tsx$|parts\/(lazy-dialogs|left-alone|notices|page-header|page-kit|record-list|undo|viewer)\/|(rules\/member-status|ui\/icon\/portal-icons)\.ts$)|node_modules\/immer\/)/,
  ],
  // The bell's parts are one request; each additional chunk also costs a hash in the loader.
  [
    'bell',
    /^src\/(elements\/admin-portal\/notifications\/(bell|interruptions)\.tsx|navigation\/guaranteed-pages\.ts)$/,
  ],
]

/** Modules that every list page renders with. */
const LIST_UI =
  /^src\/ui\/(badge|bulk-bar|checkbox|data-table|empty-state|filter-chip|pagination|relative-time|select)\//
/** Small parts of second factors that pages use as well. */
const OF_BOTH = /^src\/(ui\/copy-button|parts\/(auth-card\/plain-cards|mfa\/save-text|native-bridge))/
const LOADED_LATER = /\/virtual-rows\.tsx$/

const FIRST_SCREEN = /^src\/(index|core|app\/connect)\.ts$/
const PORTAL = /^src\/(pages|elements\/(admin-portal|pricing-table))\//
const CALLS = /^src\/contract\//
const FLOW = /^src\/flows\//
const PART = /^src\/parts\//
const UI = /^src\/ui\//
const SHARED = /^src\/(contract|feature|i18n|kernel|navigation|parts|rules|theme|ui)\//

/** Returns the module and all modules that import it statically, directly or through others. */
const staticUsers = (id, infoOf, seen = new Set()) => {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const importer of infoOf(id)?.importers ?? []) staticUsers(importer, infoOf, seen)
  return seen
}

/**
 * Like `staticUsers`, but also follows parts that load when their step is shown, because the flow or page that shows a
 * part loads it.
 */
const usersOf = (id, infoOf, seen = new Set()) => {
  if (seen.has(id)) return seen
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = infoOf(id) ?? {}
  for (const importer of PART.test(sourcePath(id)) ? [...importers, ...dynamicImporters] : importers)
    usersOf(importer, infoOf, seen)
  return seen
}

const countOf = (paths, pattern) => new Set(paths.map((path) => pattern.exec(path)?.[1]).filter(Boolean)).size

const flowsOf = (paths) => countOf(paths, /^src\/flows\/([\w-]+)\//)
const pagesOf = (paths) => countOf(paths, /^src\/pages\/([\w-]+)\//)

/** Returns the flow kit. The preview's backend needs the calls and rules of flows, not the modules that render them. */
const flowKitOf = (isOfPortal, isDrawn) => {
  if (isOfPortal) return 'shared-kit'
  return isDrawn ? 'flow-kit' : 'flow-rules'
}

/**
 * Returns the kit. `direct` has users by static imports; `all` also has those through parts that load when they are
 * shown.
 */
const kitFor = (path, direct, all) => {
  // A module that only one flow needs is loaded with it.
  if (flowsOf(all) === 1 && all.every((user) => user === path || FLOW.test(user))) return undefined
  const isOfPortal = direct.some((user) => PORTAL_PATH.includes(user))
  const isDrawn = PART.test(path) || UI.test(path)
  const isDrawnLater = PART.test(path) || (isDrawn && !isOfPortal)
  const isOfFlows = isDrawnLater ? flowsOf(direct) > 1 : flowsOf(all) > 0
  if (isOfFlows || OF_BOTH.test(path)) return flowKitOf(isOfPortal, isDrawn)
  if (flowsOf(all) > 0) return undefined
  if (CALLS.test(path) || LIST_UI.test(path)) return direct.some((user) => PORTAL.test(user)) ? 'portal-kit' : undefined
  const isSmall = isOfPortal || !isDrawn
  return pagesOf(direct) > (isSmall ? 1 : 2) ? 'portal-kit' : undefined
}

/**
 * Returns the kit of a module: `flow-kit` and `flow-rules` for modules that several flows share, `portal-kit` for
 * modules that pages share (it also has the portal's frame), and `shared-kit` for modules that flows share with the
 * portal's first page. Many small chunks would each cost a request and a line of the loader's integrity list.
 */
const kitOf = (id, infoOf) => {
  const direct = [...staticUsers(id, infoOf)].map(sourcePath)
  if (direct.some((user) => FIRST_SCREEN.test(user))) return undefined
  return kitFor(sourcePath(id), direct, [...usersOf(id, infoOf)].map(sourcePath))
}

/** Modules that the core imports statically, by the function of one build that looks modules up. */
const coreModules = new WeakMap()

/** Returns whether the core needs the module. Otherwise the first kit that also needs it would contain it. */
const isOfCore = (id, infoOf) => {
  const known = coreModules.get(infoOf)
  if (known) return known.has(id)
  const modules = new Set([join(root, CORE_ENTRY)])
  for (const module of modules) for (const next of infoOf(module)?.importedIds ?? []) modules.add(next)
  coreModules.set(infoOf, modules)
  return modules.has(id)
}

/** Returns whether the first file needs the module. */
const isOfEntry = (id, infoOf) => [...staticUsers(id, infoOf)].some((user) => sourcePath(user) === BROWSER_ENTRY)

export const chunkOf = (id, { getModuleInfo }) => {
  const path = sourcePath(id)
  if (LOADED_LATER.test(path)) return undefined
  if (isOfEntry(id, getModuleInfo)) return 'fe.esm'
  if (isOfCore(id, getModuleInfo)) return CORE
  const [name] = NAMED.find(([, pattern]) => pattern.test(path)) ?? []
  if (name) return name
  return SHARED.test(path) ? kitOf(id, getModuleInfo) : undefined
}
